// Filters a texel of a mip by samples of a rule. prefilter_rules_gpu.cpp times it.
#version 450

layout(local_size_x = 64) in;

layout(push_constant) uniform Params
{
    uint size; // of the mip
    uint firstTexel;
    uint firstSample;
    uint sampleCount; // 0: all texels of the level that has 16 per edge
    float a; // squared roughness
    float level; // of these
} params;

layout(set = 0, binding = 0) uniform samplerCube source;
layout(set = 0, binding = 1) readonly buffer Samples { vec4 samples[]; }; // direction, level; then weight over all weights
layout(set = 0, binding = 2) writeonly buffer Results { uvec2 results[]; };

vec3 directionOf(uint index, uint size)
{
    uint face = index / size / size;
    vec2 at = (2.0 * vec2(index % size, index / size % size) + 1.0) / float(size) - 1.0;
    switch (face)
    {
    case 0u: return vec3(1.0, -at.y, -at.x);
    case 1u: return vec3(-1.0, -at.y, at.x);
    case 2u: return vec3(at.x, 1.0, at.y);
    case 3u: return vec3(at.x, -1.0, -at.y);
    case 4u: return vec3(at.x, -at.y, 1.0);
    default: return vec3(-at.x, -at.y, -1.0);
    }
}

void main()
{
    uint index = gl_GlobalInvocationID.x;
    if (index >= 6u * params.size * params.size)
        return;
    vec3 axis = normalize(directionOf(index, params.size));
    vec3 side = normalize(cross(abs(axis.z) < 0.999 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), axis));
    vec3 up = cross(axis, side);
    vec3 sum = vec3(0.0);
    for (uint i = params.firstSample; i < params.firstSample + params.sampleCount; ++i)
    {
        vec4 s = samples[2u * i];
        sum += samples[2u * i + 1u].x * textureLod(source, s.x * axis + s.y * side + s.z * up, s.w).rgb;
    }
    float total = 0.0;
    for (uint i = 0u; i < 1536u && params.sampleCount == 0u; ++i)
    {
        vec3 p = directionOf(i, 16u);
        float scale = inversesqrt(dot(p, p)), noL = dot(axis, p) * scale;
        float d = (1.0 + noL) / 2.0 * (params.a * params.a - 1.0) + 1.0;
        float weight = max(noL, 0.0) * scale * scale * scale / (d * d);
        sum += weight * textureLod(source, p, params.level).rgb;
        total += weight;
    }
    if (params.sampleCount == 0u)
        sum /= total;
    results[params.firstTexel + index] = uvec2(packHalf2x16(sum.rg), packHalf2x16(vec2(sum.b, 1.0)));
}
