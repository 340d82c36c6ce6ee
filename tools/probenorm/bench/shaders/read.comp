// Reads a buffer and does next to nothing with it: the speed that no kernel which reads as much can beat.
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 128, local_size_x_id = 0) in;

layout(push_constant) uniform Params { uint vectorCount; } params; // of 16 bytes, a multiple of 4
layout(set = 0, binding = 0) readonly buffer Input { uvec4 vectors[]; };
layout(set = 0, binding = 2) writeonly buffer Output { uint result; };

void main()
{
    uint lanes = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    uvec4 a = uvec4(0u), b = uvec4(0u), c = uvec4(0u), d = uvec4(0u); // four loads in flight
    uint quarter = params.vectorCount / 4u;
    for (uint i = gl_GlobalInvocationID.x; i < quarter; i += lanes)
    {
        a ^= vectors[i];
        b ^= vectors[i + quarter];
        c ^= vectors[i + 2u * quarter];
        d ^= vectors[i + 3u * quarter];
    }
    uvec4 sum = a ^ b ^ c ^ d;
    if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 0x9e3779b9u) // almost never, but the compiler cannot know
        result = sum.x;
}
