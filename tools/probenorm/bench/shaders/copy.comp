// Copies a buffer and does nothing with it: the speed that no kernel which reads and writes as much can beat.
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 128, local_size_x_id = 0) in;

layout(push_constant) uniform Params { uint vectorCount; } params; // of 16 bytes, a multiple of 4
layout(set = 0, binding = 0) readonly buffer Input { uvec4 vectors[]; };
layout(set = 0, binding = 2) writeonly buffer Output { uvec4 results[]; };

void main()
{
    uint quarter = params.vectorCount / 4u, i = gl_GlobalInvocationID.x;
    if (i >= quarter)
        return;
    uvec4 a = vectors[i], b = vectors[i + quarter]; // four loads in flight
    uvec4 c = vectors[i + 2u * quarter], d = vectors[i + 3u * quarter];
    results[i] = a;
    results[i + quarter] = b;
    results[i + 2u * quarter] = c;
    results[i + 3u * quarter] = d;
}
