// Written by scripts/bindings.py from shaders/runtime/probenorm.glsl.
export const glsl = `#ifndef PROBENORM_GLSL
#define PROBENORM_GLSL

vec3 pnIrradianceCanonical(vec3 sh[9], vec3 d)
{
    vec3 sum = 0.282094791774 * sh[0];
    sum += 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.078847891313 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.136568553824 * sh[8] * (d.x * d.x - d.y * d.y);
}

vec3 pnRadianceCanonical(vec3 sh[9], vec3 d)
{
    vec3 sum = 0.282094791774 * sh[0];
    sum += 0.488602511903 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 1.092548430592 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.315391565253 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.546274215296 * sh[8] * (d.x * d.x - d.y * d.y);
}

vec3 pnIrradianceUnity(vec4 sh[7], vec3 d)
{
    vec4 first = vec4(d, 1.0);
    vec4 second = vec4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x);
    vec3 sum = vec3(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    sum += vec3(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return sum + sh[6].rgb * (d.x * d.x - d.y * d.y);
}

vec3 pnIrradianceUnreal(vec4 sh[7], vec3 d)
{
    return pnIrradianceUnity(sh, d);
}

float pnLuminance(vec3 rgb)
{
    return dot(rgb, vec3(0.2126, 0.7152, 0.0722));
}

float pnLuminanceUnity(vec4 sh[3], vec3 d)
{
    float sum = dot(sh[0], vec4(d, 1.0)) + dot(sh[1], vec4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x));
    return sum + sh[2].x * (d.x * d.x - d.y * d.y);
}

#ifdef PN_HALF
const float kPnLeastLight = 6.1035156e-5;
#else
const float kPnLeastLight = 5.9604645e-8;
#endif

vec3 pnLight(vec3 irradiance, vec3 average)
{
    return max(irradiance, max(0.01 * average, kPnLeastLight));
}

vec3 pnLightCanonical(vec3 sh[9], vec3 d)
{
    return pnLight(pnIrradianceCanonical(sh, d), 0.282094791774 * sh[0]);
}

vec3 pnLightUnity(vec4 sh[7], vec3 d)
{
    vec3 average = vec3(sh[0].w + sh[3].z / 3.0, sh[1].w + sh[4].z / 3.0, sh[2].w + sh[5].z / 3.0);
    return pnLight(pnIrradianceUnity(sh, d), average);
}

float pnLightLuminanceUnity(vec4 sh[3], vec3 d)
{
    return max(pnLuminanceUnity(sh, d), max(0.01 * (sh[0].w + sh[1].z / 3.0), kPnLeastLight));
}

vec3 pnLightUnreal(vec4 sh[7], vec3 d)
{
    return pnLightUnity(sh, d);
}

struct PnBlend
{
    float probe;
    float place;
};

PnBlend pnBlend(float local, float probe, float shown, float roughness)
{
    float inverse = 1.0 / probe, ratio = local * inverse, relative = shown * inverse;
#ifdef PN_HALF
    ratio = min(ratio, 100.0);
    relative = min(relative, 100.0);
#endif
    float mirror = 1.0 - roughness * roughness;
    float scale = 1.0 / (ratio * (ratio - 1.0) + 1.0);
    PnBlend blend;
    blend.probe = scale * ratio * min(1.5 * ratio, 1.0);
    blend.place = scale * (ratio - 1.0) * (ratio - 1.0) * (1.0 - mirror * (0.7 - 0.4 * relative));
    return blend;
}

vec3 pnReflection(vec3 radiance, vec3 local, float probe, float roughness)
{
    PnBlend blend = pnBlend(pnLuminance(local), max(probe, kPnLeastLight), pnLuminance(radiance), roughness);
    return blend.probe * radiance + blend.place * local;
}

vec3 pnReflection(vec3 radiance, vec3 local, vec3 probe, float roughness)
{
    return pnReflection(max(radiance, 0.0), local, pnLuminance(probe), roughness);
}

vec3 pnReflectionDivided(vec3 texel, vec3 local, vec3 probe, float roughness)
{
    return pnReflection(texel * probe, local, probe, roughness);
}

vec3 pnReflectionFactor(vec3 local, vec3 probe, float roughness)
{
    float own = pnLuminance(probe);
    PnBlend blend = pnBlend(pnLuminance(local), own, own, roughness);
    return blend.probe + blend.place * local / probe;
}

struct PnBounds
{
    float low, high;
    float fadeBegin, fadeEnd;

    float weight;
};

PnBounds pnBounds(float low, float high, float fadeBegin, float fadeEnd)
{
    PnBounds bounds;
    bounds.low = low;
    bounds.high = high;
    bounds.fadeBegin = fadeBegin;
    bounds.fadeEnd = fadeEnd;
    bounds.weight = 1.0;
    return bounds;
}

PnBounds pnDefaultBounds()
{
    return pnBounds(0.0, 7.0, 0.1, 0.3);
}

PnBounds pnNoBounds()
{
    return pnBounds(0.0, 3.402823e38, 0.0, -1.0);
}

float pnFade(PnBounds bounds, float roughness)
{
    if (bounds.fadeEnd < 0.0)
        return bounds.weight;
    float range = max(bounds.fadeEnd - bounds.fadeBegin, 1e-6);
    float t = clamp((roughness - bounds.fadeBegin) / range, 0.0, 1.0);
    return bounds.weight * t * t * (3.0 - 2.0 * t);
}

vec3 pnReflectionBounded(vec3 radiance, vec3 local, vec3 probe, PnBounds bounds, float roughness)
{
    vec3 shown = max(radiance, 0.0);
    vec3 most = bounds.high * max(shown, kPnLeastLight);
    vec3 reflection = clamp(pnReflection(shown, local, probe, roughness), bounds.low * shown, most);
    return mix(shown, reflection, pnFade(bounds, roughness));
}

float pnFactor(float local, float probe, float probeFloor, PnBounds bounds, float roughness)
{
    float f = clamp(local / max(probe, max(probeFloor, kPnLeastLight)), bounds.low, bounds.high);
    return mix(1.0, f, pnFade(bounds, roughness));
}

vec3 pnFactorRgb(vec3 local, vec3 probe, vec3 probeFloor, PnBounds bounds, float roughness)
{
    return vec3(pnFactor(local.x, probe.x, probeFloor.x, bounds, roughness),
                pnFactor(local.y, probe.y, probeFloor.y, bounds, roughness),
                pnFactor(local.z, probe.z, probeFloor.z, bounds, roughness));
}

float pnFactorDivided(float local, float probe, float probeFloor, PnBounds bounds, float roughness)
{
    return max(probe, max(probeFloor, kPnLeastLight)) * pnFactor(local, probe, probeFloor, bounds, roughness);
}

#endif
`;
