// Ordinary lit shading of a floor that fills the picture: lamps by GGX and Lambert, the place's light from coefficients,
// and a reflection probe. kForm says what becomes of the probe's reflection.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "probenorm/bench/shaders/reflection_forms.glsl"
#include "probenorm/bench/shaders/bench_shade.h"

layout(constant_id = kLabSpecForm) const uint kForm = 17u; // kLabFormPlain
layout(constant_id = kLabSpecLamps) const uint kLampCount = 4u;
layout(constant_id = kLabSpecShadows) const uint kShadowCount = 0u;

layout(set = 0, binding = kLabShadeProbe) uniform samplerCube probeMap;
layout(set = 0, binding = kLabShadeOneChannel) uniform samplerCube oneChannelMap;
layout(set = 0, binding = kLabShadeAlbedo) uniform sampler2D albedoMap; // r g b, metallic
layout(set = 0, binding = kLabShadeNormals) uniform sampler2D normalMap; // x y z, roughness
layout(set = 0, binding = kLabShadeLampList) uniform Lamps
{
    vec4 position[kLabShadeLamps];
    vec4 color[kLabShadeLamps];
    mat4 toShadow[kLabShadeLamps];
} lamps;
layout(set = 0, binding = kLabShadeShadow) uniform sampler2DShadow shadowMap;

layout(location = 0) in vec2 at;
layout(location = 0) out vec4 outColor;

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
            sum += textureLod(shadowMap, at + vec3(x, y, 0.0) / float(kLabShadeShadowSize), 0.0);
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
    case 0u: return reflectProbenorm(s);
    case 1u: return reflectBlackops(s);
    case 2u: return reflectUnreal(s);
    case 3u: return reflectHdrp(s);
    case 4u: return reflectHdrpCorrected(s);
    case 5u: return reflectSource2(s);
    case 6u: return reflectEevee(s);
    case 7u: return reflectClassic(s);
    case 8u: return reflectGodot(s);
    case 9u: return reflectRend2(s);
    case 10u: return reflectCommunityShaders(s);
    case kLabFormFast: return reflectFast(s);
    case kLabFormPrepared: return reflectPrepared(s);
    case kLabFormNormalAlone: return reflectNormalAlone(s);
    case kLabFormFactor: return reflectFactor(s);
    case kLabFormDivided: return reflectDivided(s);
    case kLabFormOneChannel: return reflectOneChannel(s);
    default: return reflectPlain(s);
    }
}

vec3 probeAlong(vec3 r, float roughness)
{
    float level = roughness * float(kLabShadeProbeMips - 1u);
    if (kForm == kLabFormOneChannel)
        return textureLod(oneChannelMap, r, level).rrr;
    return textureLod(probeMap, r, level).rgb;
}

void main()
{
    vec3 position = vec3(8.0 * at.x - 4.0, 0.0, 8.0 * at.y - 4.0);
    vec3 v = normalize(vec3(0.0, 2.0, -6.0) - position);
    vec4 base = texture(albedoMap, 4.0 * at), bump = texture(normalMap, 4.0 * at);
    vec3 n = normalize(2.0 * bump.xzy - 1.0);
    float roughness = max(bump.w, 0.05);
    vec3 diffuse = base.rgb * (1.0 - base.a), f0 = mix(vec3(0.04), base.rgb, base.a);

    vec3 alongNormal = pnIrradianceUnity(local, n);
    vec3 r = reflect(-v, n);
    Seen seen = Seen(probeAlong(r, roughness), n, r, alongNormal, roughness, base.a);
    vec3 light = lampLight(position, n, v, diffuse, f0, roughness * roughness);
    light += diffuse * alongNormal;
    light += fresnel(f0, max(dot(n, v), 0.0)) * (1.0 - 0.5 * roughness) * reflected(seen);
    outColor = vec4(light, 1.0);
}
