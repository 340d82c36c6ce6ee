// One triangle that covers the picture.
#version 450

layout(location = 0) out vec2 at; // 0 to 1 over the picture

void main()
{
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    at = 2.0 * corner;
    gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);
}
