// ProbeNorm shows a reflection probe's picture in the local light, that at the shading point. Nothing is baked. WGSL.
//   let local = pnIrradianceUnity(sh, r);
//   let own = textureSampleLevel(probe, s, lookup, lastMip).rgb;
//   radiance = pnReflection(radiance, local, own, roughness, 1.0);
// radiance was read along lookup: the reflection r, or what box projection makes of it. The last mip must be of roughness 1. Other kinds of
// light are below; a lightmap's value will do. The last argument is an artist's weight: 0.0 leaves the probe as it is.
//
// Lights are irradiance over pi, in the unit of radiance. Roughness is perceptual. Directions have length 1. docs/normalization.md has the
// formula, engines, and probes whose last mip is something else. MIT licence.
// Written by scripts/shader-include.py from shaders/runtime/probenorm.glsl.

const kPnLeastLight: f32 = 5.9604645e-8; // 2^-24; what is darker counts as that

// ---- Reflections ----------------------------------------------------------------------------------------

fn pnLuminance(rgb: vec3f) -> f32
{
    return dot(rgb, vec3f(0.2126, 0.7152, 0.0722));
}

// What a surface reflects. radiance: what the probe shows; not below zero. local: the local light along the reflection; along the normal
// where no more is known. probe: the probe's own light along the direction that radiance was looked up by.
fn pnReflection(radiance: vec3f, local: vec3f, probe: vec3f, roughness: f32, weight: f32) -> vec3f
{
    let light = max(local, vec3f(0.0, 0.0, 0.0));
    let inverse = 1.0 / max(pnLuminance(probe), kPnLeastLight);
    let ratio = pnLuminance(light) * inverse;
    let relative = pnLuminance(radiance) * inverse;
    let away = ratio - 1.0;
    let mirror = 1.0 - roughness * roughness;
    let scale = weight / (ratio * away + 1.0);
    let ofProbe = scale * ratio * min(1.5 * ratio, 1.0) + (1.0 - weight);
    let ofLocal = scale * away * away * (1.0 - mirror * (0.7 - 0.4 * relative));
    return ofProbe * radiance + ofLocal * light;
}

// The same for a texel of a cubemap that `probenorm normalize --divide rgb` has divided by the probe's light.
fn pnReflectionDivided(texel: vec3f, local: vec3f, probe: vec3f, roughness: f32, weight: f32) -> vec3f
{
    return pnReflection(texel * probe, local, probe, roughness, weight);
}

// What a reflection is multiplied by, for engines that do not see it: as if the probe showed its own light.
fn pnReflectionFactor(local: vec3f, probe: vec3f, roughness: f32, weight: f32) -> vec3f
{
    let own = max(probe, vec3f(kPnLeastLight, kPnLeastLight, kPnLeastLight));
    return pnReflection(own, local, own, roughness, weight) / own;
}

// ---- Light along a direction, from what engines keep ----------------------------------------------------

// Nine coefficients of radiance: those of three.js' LightProbe, and PN_CONVENTION_CANONICAL.
fn pnIrradianceCanonical(sh: array<vec3f, 9>, d: vec3f) -> vec3f
{
    let first = 0.282094791774 * sh[0] + 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    let mixed = 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    let pure = 0.078847891313 * (3.0 * d.z * d.z - 1.0) * sh[6] + 0.136568553824 * (d.x * d.x - d.y * d.y) * sh[8];
    return first + mixed + pure;
}

// unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC, and Unreal's SkyIrradianceEnvironmentMap, each in the engine's own axes.
fn pnIrradianceUnity(sh: array<vec4f, 7>, d: vec3f) -> vec3f
{
    let first = vec4f(d, 1.0);
    let second = d.xyzz * d.yzzx;
    let band1 = vec3f(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    let band2 = vec3f(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return band1 + band2 + (d.x * d.x - d.y * d.y) * sh[6].rgb;
}

// Filament's nine coefficients, and CesiumJS': what `cmgen --sh-shader` prints.
fn pnIrradianceFilament(sh: array<vec3f, 9>, d: vec3f) -> vec3f
{
    let first = sh[0] + sh[1] * d.y + sh[2] * d.z + sh[3] * d.x;
    let mixed = sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z);
    return first + mixed + (3.0 * d.z * d.z - 1.0) * sh[6] + (d.x * d.x - d.y * d.y) * sh[8];
}

// A light probe of Godot's LightmapGI: coefficients of radiance over pi.
fn pnIrradianceGodot(sh: array<vec3f, 9>, d: vec3f) -> vec3f
{
    return 3.14159265359 * pnIrradianceCanonical(sh, d);
}

// An average and a direction per channel: VRC Light Volumes, Unity's probe volumes of one band, xyz and w of unity_SHAr to SHAb.
fn pnIrradianceL1(average: vec3f, red: vec3f, green: vec3f, blue: vec3f, d: vec3f) -> vec3f
{
    return average + vec3f(dot(red, d), dot(green, d), dot(blue, d));
}

// An average and a colour per axis: lightmaps with L1 coefficients. Bakery's and Godot's texels give the axes' shares of it:
// x is 2 average * share in Bakery, and 4 average * share in Godot, whose three layers after the first are y, z, x.
fn pnIrradianceL1Axes(average: vec3f, x: vec3f, y: vec3f, z: vec3f, d: vec3f) -> vec3f
{
    return average + x * d.x + y * d.y + z * d.z;
}

// A lightmap with a direction. light is that along the normal n. direction is the mean one that light comes from, shorter than 1: 2 texel.xyz - 1
// of Unity's directional lightmaps, or the luminances of the axes above over twice that of the average, which errs less than the axes alone.
fn pnIrradianceLightmap(light: vec3f, direction: vec3f, n: vec3f, d: vec3f) -> vec3f
{
    let alongNormal = max(1.0 + 2.0 * dot(direction, n), 0.0001);
    return clamp((1.0 + 2.0 * dot(direction, d)) / alongNormal, 0.25, 2.0) * light;
}

// An ambient cube, in the order +x -x +y -y +z -z: bevy's irradiance volumes, Source 2.
fn pnIrradianceAmbientCube(cube: array<vec3f, 6>, d: vec3f) -> vec3f
{
    let black = vec3f(0.0, 0.0, 0.0);
    let up = max(d, black);
    let down = min(d, black);
    let high = up * up;
    let low = down * down;
    let light = high.x * cube[0] + high.y * cube[2] + high.z * cube[4];
    return light + low.x * cube[1] + low.y * cube[3] + low.z * cube[5];
}

// ---- The probe's own light from coefficients, where its last mip is something else ------------------------

// Irradiance, but no less than a hundredth of its average over the sphere: a few coefficients ring below zero.
fn pnLight(irradiance: vec3f, average: vec3f) -> vec3f
{
    return max(irradiance, max(0.01 * average, vec3f(kPnLeastLight, kPnLeastLight, kPnLeastLight)));
}

fn pnLightCanonical(sh: array<vec3f, 9>, d: vec3f) -> vec3f
{
    return pnLight(pnIrradianceCanonical(sh, d), 0.282094791774 * sh[0]);
}

fn pnLightUnity(sh: array<vec4f, 7>, d: vec3f) -> vec3f
{
    let average = vec3f(sh[0].w, sh[1].w, sh[2].w) + vec3f(sh[3].z, sh[4].z, sh[5].z) / 3.0;
    return pnLight(pnIrradianceUnity(sh, d), average);
}

