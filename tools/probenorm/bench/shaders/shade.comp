// Ordinary lit shading of a floor that fills the picture: lamps by GGX and Lambert, the local light from coefficients,
// and a reflection probe. kForm says what becomes of the probe's reflection.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "bench/shaders/reflection_forms.glsl"
#include "bench/shaders/bench_shade.h"

layout(local_size_x = kShadeGroup, local_size_y = kShadeGroup) in;

layout(constant_id = kShadeSpecForm) const uint kForm = 0u; // kShadePlain
layout(constant_id = kShadeSpecLamps) const uint kLampCount = 4u;
layout(constant_id = kShadeSpecShadows) const uint kShadowCount = 0u;
layout(constant_id = kShadeSpecWidth) const uint kWidth = 1920u;
layout(constant_id = kShadeSpecHeight) const uint kHeight = 1080u;
layout(constant_id = kShadeSpecIsProof) const uint kIsProof = 0u;

layout(set = 0, binding = kShadeLampList) uniform Lamps
{
    vec4 position[kShadeLamps];
    vec4 color[kShadeLamps];
    mat4 toShadow[kShadeLamps];
} lamps;
layout(set = 0, binding = kShadeProbe) uniform samplerCube probeMap;
layout(set = 0, binding = kShadeAlbedo) uniform sampler2D albedoMap; // r g b, metallic
layout(set = 0, binding = kShadeNormals) uniform sampler2D normalMap; // x y z, roughness
layout(set = 0, binding = kShadeShadow) uniform sampler2DShadow shadowMap;
layout(set = 0, binding = kShadePixels) writeonly buffer Pixels { uint pixels[]; };

const float kPi = 3.14159265359;

vec3 fresnel(vec3 f0, float cosine)
{
    return f0 + (1.0 - f0) * pow(1.0 - cosine, 5.0);
}

// Specular and diffuse light of one lamp, per irradiance.
vec3 bsdf(vec3 n, vec3 v, vec3 l, vec3 diffuse, vec3 f0, float alpha)
{
    vec3 h = normalize(v + l);
    float nh = max(dot(n, h), 0.0), nl = max(dot(n, l), 1e-4), nv = max(dot(n, v), 1e-4);
    float a2 = alpha * alpha, d = nh * nh * (a2 - 1.0) + 1.0;
    float smith = nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2);
    return diffuse / kPi + fresnel(f0, max(dot(v, h), 0.0)) * (a2 / (kPi * d * d) * 0.5 / smith);
}

// The share of a lamp's light that arrives: nine filtered comparisons, as engines soften the edges of shadows.
float lampShadow(uint lamp, vec3 position)
{
    if (lamp >= kShadowCount)
        return 1.0;
    vec4 clip = lamps.toShadow[lamp] * vec4(position, 1.0);
    vec3 at = clip.xyz / clip.w;
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += textureLod(shadowMap, at + vec3(x, y, 0.0) / float(kShadeShadowSize), 0.0);
    return sum / 9.0;
}

vec3 lampLight(vec3 position, vec3 n, vec3 v, vec3 diffuse, vec3 f0, float alpha)
{
    vec3 sum = vec3(0.0);
    for (uint i = 0u; i < kLampCount; ++i)
    {
        vec3 to = lamps.position[i].xyz - position;
        vec3 l = normalize(to);
        float arriving = lampShadow(i, position) * max(dot(n, l), 0.0) / dot(to, to);
        sum += bsdf(n, v, l, diffuse, f0, alpha) * lamps.color[i].rgb * arriving;
    }
    return sum;
}

vec3 reflected(Seen s)
{
    switch (kForm)
    {
    case kShadeHdrpCorrected: return reflectHdrpCorrected(s);
    case kShadeLastMip: return reflectProbenorm(s);
    case kShadeCoefficients: return reflectCoefficients(s);
    case kShadeLightmap: return reflectLightmap(s);
    default: return reflectPlain(s);
    }
}

void writeFloats(uint at, vec4 value)
{
    for (uint i = 0u; i < 4u; ++i)
        pixels[at + i] = floatBitsToUint(value[i]);
}

void writeProof(uint index, Seen s)
{
    uint at = kShadeProofWords * index;
    writeFloats(at, vec4(s.radiance, s.roughness));
    writeFloats(at + 4u, vec4(s.lastMip, 0.0));
    writeFloats(at + 8u, vec4(s.normal, 0.0));
    writeFloats(at + 12u, vec4(s.reflection, 0.0));
    writeFloats(at + 16u, vec4(reflected(s), 0.0));
}

void main()
{
    uvec2 pixel = gl_GlobalInvocationID.xy;
    if (pixel.x >= kWidth || pixel.y >= kHeight)
        return;
    uint index = pixel.y * kWidth + pixel.x;
    vec2 at = (vec2(pixel) + 0.5) / vec2(kWidth, kHeight);
    vec3 position = vec3(8.0 * at.x - 4.0, 0.0, 8.0 * at.y - 4.0);
    vec3 v = normalize(vec3(0.0, 2.0, -6.0) - position);
    vec4 base = textureLod(albedoMap, 4.0 * at, 0.0), bump = textureLod(normalMap, 4.0 * at, 0.0);
    vec3 n = normalize(2.0 * bump.xzy - 1.0), r = reflect(-v, n);
    float roughness = max(bump.w, 0.05), lastMip = float(kShadeProbeMips - 1u);

    vec3 alongNormal = pnIrradianceUnity(local, n);
    vec3 radiance = textureLod(probeMap, r, roughness * lastMip).rgb;
    Seen seen = Seen(radiance, n, r, alongNormal, textureLod(probeMap, r, lastMip).rgb, roughness, base.a);
    if (kIsProof != 0u)
    {
        writeProof(index, seen);
        return;
    }
    vec3 diffuse = base.rgb * (1.0 - base.a), f0 = mix(vec3(0.04), base.rgb, base.a);
    vec3 light = lampLight(position, n, v, diffuse, f0, roughness * roughness);
    light += diffuse * alongNormal;
    light += fresnel(f0, max(dot(n, v), 0.0)) * (1.0 - 0.5 * roughness) * reflected(seen);
    pixels[kShadePictureWords * index] = packHalf2x16(light.rg);
    pixels[kShadePictureWords * index + 1u] = packHalf2x16(vec2(light.b, 1.0));
}
