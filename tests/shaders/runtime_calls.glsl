// Calls every function of shaders/runtime/probenorm.glsl or .hlsl. Layout: runtime_test.cpp.
vec3 readRow(uint at)
{
    return vec3(inputs[at], inputs[at + 1u], inputs[at + 2u]);
}

void readPacked(uint at, out vec4 sh[7])
{
    for (uint i = 0u; i < 7u; ++i)
        sh[i] = vec4(readRow(at + 4u * i), inputs[at + 4u * i + 3u]);
}

void write(uint at, vec3 value)
{
    outputs[at] = value.x;
    outputs[at + 1u] = value.y;
    outputs[at + 2u] = value.z;
}

void callAll(uint item)
{
    vec3 canonical[9];
    for (uint i = 0u; i < 9u; ++i)
        canonical[i] = readRow(3u * i);
    vec4 unity[7], unreal[7], local[7];
    readPacked(27u, unity);
    readPacked(55u, unreal);
    readPacked(83u, local);
    vec3 probeFloor = readRow(111u);

    vec3 d = readRow(116u + 12u * item);
    float roughness = inputs[119u + 12u * item];
    vec3 n = readRow(120u + 12u * item), radiance = readRow(124u + 12u * item);
    vec3 here = pnIrradianceUnity(local, d), there = pnIrradianceUnity(unity, d);
    uint to = 49u * item;
    write(to, pnIrradianceCanonical(canonical, d));
    write(to + 3u, pnRadianceCanonical(canonical, d));
    write(to + 6u, there);
    write(to + 9u, pnIrradianceUnreal(unreal, vec3(d.z, d.x, d.y)));
    write(to + 12u, pnFactorRgb(here, there, probeFloor, pnDefaultBounds(), roughness));
    float floorLight = pnLuminance(probeFloor);
    outputs[to + 15u] = pnFactor(pnLuminance(here), pnLuminance(there), floorLight, pnDefaultBounds(), roughness);
    PnBounds unfaded = pnDefaultBounds();
    unfaded.fadeEnd = -1.0;
    outputs[to + 17u] = pnFactor(pnLuminance(here), pnLuminance(there), floorLight, unfaded, roughness);
    outputs[to + 16u] = pnFactorDivided(pnLuminance(here), pnLuminance(there), floorLight, pnDefaultBounds(), roughness);

    vec3 probe = pnLightUnity(unity, d), place = pnLightUnity(local, d);
    write(to + 18u, pnReflection(radiance, place, probe, roughness));
    write(to + 21u, pnReflectionFactor(place, probe, roughness));
    write(to + 24u, pnReflectionDivided(radiance, place, probe, roughness));
    vec4 luminance[3];
    luminance[0] = 0.2126 * unity[0] + 0.7152 * unity[1] + 0.0722 * unity[2];
    luminance[1] = 0.2126 * unity[3] + 0.7152 * unity[4] + 0.0722 * unity[5];
    luminance[2] = vec4(pnLuminance(unity[6].xyz), 0.0, 0.0, 0.0);
    write(to + 27u, pnReflection(radiance, place, pnLuminanceUnity(luminance, d), roughness));
    write(to + 46u, pnReflection(radiance, place, pnLightLuminanceUnity(luminance, d), roughness));
    vec3 thereNormal = pnLightUnity(unity, n), hereNormal = pnLight(pnIrradianceUnity(local, n), vec3(0.0));
    write(to + 30u, pnReflection(radiance, hereNormal, thereNormal, roughness));
    write(to + 33u, pnReflection(radiance, place, pnLightCanonical(canonical, d), roughness));
    write(to + 36u, pnReflection(radiance, place, pnLightUnreal(unreal, vec3(d.z, d.x, d.y)), roughness));
    outputs[to + 39u] = pnReflection(radiance, probe, probe, roughness).y;
    PnBounds bounds = BOUNDS(0.5, 0.8, 0.25, 0.5, 0.75);
    write(to + 40u, pnReflectionBounded(radiance, place, probe, bounds, roughness));
    write(to + 43u, pnReflection(radiance, place, pnLightUnity(unity, n), roughness));
}
