// Written by scripts/shader-include.py from shaders/runtime/probenorm.glsl.
export const glsl = `#ifndef PROBENORM_GLSL
#define PROBENORM_GLSL

#ifdef PN_HALF
const float kPnLeastLight = 6.1035156e-5;
#else
const float kPnLeastLight = 5.9604645e-8;
#endif

float pnLuminance(vec3 rgb)
{
    return dot(rgb, vec3(0.2126, 0.7152, 0.0722));
}

vec3 pnReflection(vec3 radiance, vec3 local, vec3 probe, float roughness, float weight)
{
    vec3 light = max(local, vec3(0.0, 0.0, 0.0));
    float inverse = 1.0 / max(pnLuminance(probe), kPnLeastLight);
    float ratio = pnLuminance(light) * inverse;
    float relative = pnLuminance(radiance) * inverse;
#ifdef PN_HALF
    ratio = min(ratio, 100.0);
    relative = min(relative, 100.0);
#endif
    float away = ratio - 1.0;
    float mirror = 1.0 - roughness * roughness;
    float scale = weight / (ratio * away + 1.0);
    float ofProbe = scale * ratio * min(1.5 * ratio, 1.0) + (1.0 - weight);
    float ofLocal = scale * away * away * (1.0 - mirror * (0.7 - 0.4 * relative));
    return ofProbe * radiance + ofLocal * light;
}

vec3 pnReflectionDivided(vec3 texel, vec3 local, vec3 probe, float roughness, float weight)
{
    return pnReflection(texel * probe, local, probe, roughness, weight);
}

vec3 pnReflectionFactor(vec3 local, vec3 probe, float roughness, float weight)
{
    vec3 own = max(probe, vec3(kPnLeastLight, kPnLeastLight, kPnLeastLight));
    return pnReflection(own, local, own, roughness, weight) / own;
}

vec3 pnIrradianceCanonical(vec3 sh[9], vec3 d)
{
    vec3 first = 0.282094791774 * sh[0] + 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    vec3 mixed = 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    vec3 pure = 0.078847891313 * (3.0 * d.z * d.z - 1.0) * sh[6] + 0.136568553824 * (d.x * d.x - d.y * d.y) * sh[8];
    return first + mixed + pure;
}

vec3 pnIrradianceUnity(vec4 sh[7], vec3 d)
{
    vec4 first = vec4(d, 1.0);
    vec4 second = d.xyzz * d.yzzx;
    vec3 band1 = vec3(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    vec3 band2 = vec3(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return band1 + band2 + (d.x * d.x - d.y * d.y) * sh[6].rgb;
}

vec3 pnIrradianceFilament(vec3 sh[9], vec3 d)
{
    vec3 first = sh[0] + sh[1] * d.y + sh[2] * d.z + sh[3] * d.x;
    vec3 mixed = sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z);
    return first + mixed + (3.0 * d.z * d.z - 1.0) * sh[6] + (d.x * d.x - d.y * d.y) * sh[8];
}

vec3 pnIrradianceGodot(vec3 sh[9], vec3 d)
{
    return 3.14159265359 * pnIrradianceCanonical(sh, d);
}

vec3 pnIrradianceL1(vec3 average, vec3 red, vec3 green, vec3 blue, vec3 d)
{
    return average + vec3(dot(red, d), dot(green, d), dot(blue, d));
}

vec3 pnIrradianceL1Axes(vec3 average, vec3 x, vec3 y, vec3 z, vec3 d)
{
    return average + x * d.x + y * d.y + z * d.z;
}

vec3 pnIrradianceLightmap(vec3 light, vec3 direction, vec3 n, vec3 d)
{
    float alongNormal = max(1.0 + 2.0 * dot(direction, n), 0.0001);
    return clamp((1.0 + 2.0 * dot(direction, d)) / alongNormal, 0.25, 2.0) * light;
}

vec3 pnIrradianceAmbientCube(vec3 cube[6], vec3 d)
{
    vec3 black = vec3(0.0, 0.0, 0.0);
    vec3 up = max(d, black);
    vec3 down = min(d, black);
    vec3 high = up * up;
    vec3 low = down * down;
    vec3 light = high.x * cube[0] + high.y * cube[2] + high.z * cube[4];
    return light + low.x * cube[1] + low.y * cube[3] + low.z * cube[5];
}

vec3 pnLight(vec3 irradiance, vec3 average)
{
    return max(irradiance, max(0.01 * average, vec3(kPnLeastLight, kPnLeastLight, kPnLeastLight)));
}

vec3 pnLightCanonical(vec3 sh[9], vec3 d)
{
    return pnLight(pnIrradianceCanonical(sh, d), 0.282094791774 * sh[0]);
}

vec3 pnLightUnity(vec4 sh[7], vec3 d)
{
    vec3 average = vec3(sh[0].w, sh[1].w, sh[2].w) + vec3(sh[3].z, sh[4].z, sh[5].z) / 3.0;
    return pnLight(pnIrradianceUnity(sh, d), average);
}

#endif
`;
