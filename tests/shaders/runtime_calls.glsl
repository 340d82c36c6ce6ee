// Calls every function of shaders/runtime/probenorm.*. Layout: runtime_test.cpp.
vec3 readRow(uint at)
{
    return vec3(inputs[at], inputs[at + 1u], inputs[at + 2u]);
}

void readRows(uint at, out vec3 sh[9])
{
    for (uint i = 0u; i < 9u; ++i)
        sh[i] = readRow(at + 3u * i);
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
    vec3 canonical[9], filament[9], godot[9], cube[6];
    vec4 unity[7], linearOnly[7], local[7];
    readRows(0u, canonical);
    readPacked(27u, unity);
    readRows(55u, filament);
    readRows(82u, godot);
    readPacked(109u, linearOnly);
    readPacked(137u, local);
    for (uint i = 0u; i < 6u; ++i)
        cube[i] = readRow(165u + 3u * i);

    uint at = 188u + 16u * item, to = 45u * item;
    vec3 d = readRow(at), n = readRow(at + 4u), radiance = readRow(at + 8u), own = readRow(at + 12u);
    float roughness = inputs[at + 3u];
    write(to, pnIrradianceCanonical(canonical, d));
    write(to + 3u, pnIrradianceUnity(unity, d));
    write(to + 6u, pnIrradianceFilament(filament, d));
    write(to + 9u, pnIrradianceGodot(godot, d));
    vec3 average = vec3(linearOnly[0].w, linearOnly[1].w, linearOnly[2].w);
    vec3 red = linearOnly[0].xyz, green = linearOnly[1].xyz, blue = linearOnly[2].xyz;
    write(to + 12u, pnIrradianceL1(average, red, green, blue, d));
    vec3 x = vec3(red.x, green.x, blue.x), y = vec3(red.y, green.y, blue.y), z = vec3(red.z, green.z, blue.z);
    write(to + 15u, pnIrradianceL1Axes(average, x, y, z, d));
    write(to + 18u, pnIrradianceAmbientCube(cube, d));
    vec3 probe = pnLightUnity(unity, d), place = pnLightUnity(local, d);
    write(to + 21u, pnReflection(radiance, pnIrradianceUnity(local, d), own, roughness, 1.0));
    write(to + 24u, pnReflection(radiance, pnIrradianceUnity(local, n), own, roughness, 0.75));
    write(to + 27u, pnReflection(radiance, place, probe, roughness, 1.0));
    write(to + 30u, pnReflection(radiance, place, pnLightCanonical(canonical, n), roughness, 1.0));
    write(to + 33u, pnReflectionDivided(radiance, place, probe, roughness, 1.0));
    write(to + 36u, pnReflectionFactor(place, probe, roughness, 1.0));
    outputs[to + 39u] = pnReflection(radiance, own, own, roughness, 1.0).y;
    outputs[to + 40u] = pnReflection(radiance, place, own, roughness, 0.0).y;
    outputs[to + 41u] = pnReflection(radiance, -place, own, roughness, 1.0).y;
    vec3 toLight = vec3(pnLuminance(x), pnLuminance(y), pnLuminance(z)) / (2.0 * pnLuminance(average));
    write(to + 42u, pnIrradianceLightmap(own, 4.0 * roughness * toLight, n, d));
}
