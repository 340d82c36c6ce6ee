// Calls every function of shaders/runtime/probenorm.wgsl, which stands before this. runtime_calls.glsl is the same in GLSL.
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

fn readRow(at: u32) -> vec3f
{
    return vec3f(inputs[at], inputs[at + 1u], inputs[at + 2u]);
}

fn readRows(at: u32) -> array<vec3f, 9>
{
    var sh: array<vec3f, 9>;
    for (var i = 0u; i < 9u; i++) { sh[i] = readRow(at + 3u * i); }
    return sh;
}

fn readPacked(at: u32) -> array<vec4f, 7>
{
    var sh: array<vec4f, 7>;
    for (var i = 0u; i < 7u; i++) { sh[i] = vec4f(readRow(at + 4u * i), inputs[at + 4u * i + 3u]); }
    return sh;
}

fn write(at: u32, value: vec3f)
{
    outputs[at] = value.x;
    outputs[at + 1u] = value.y;
    outputs[at + 2u] = value.z;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u)
{
    let canonical = readRows(0u);
    let unity = readPacked(27u);
    let first = readPacked(109u);
    let local = readPacked(137u);
    var cube: array<vec3f, 6>;
    for (var i = 0u; i < 6u; i++) { cube[i] = readRow(165u + 3u * i); }

    let at = 188u + 16u * id.x;
    let to = 45u * id.x;
    let d = readRow(at);
    let n = readRow(at + 4u);
    let radiance = readRow(at + 8u);
    let own = readRow(at + 12u);
    let roughness = inputs[at + 3u];
    write(to, pnIrradianceCanonical(canonical, d));
    write(to + 3u, pnIrradianceUnity(unity, d));
    write(to + 6u, pnIrradianceFilament(readRows(55u), d));
    write(to + 9u, pnIrradianceGodot(readRows(82u), d));
    let average = vec3f(first[0].w, first[1].w, first[2].w);
    write(to + 12u, pnIrradianceL1(average, first[0].xyz, first[1].xyz, first[2].xyz, d));
    let axes = transpose(mat3x3f(first[0].xyz, first[1].xyz, first[2].xyz));
    write(to + 15u, pnIrradianceL1Axes(average, axes[0], axes[1], axes[2], d));
    write(to + 18u, pnIrradianceAmbientCube(cube, d));
    let probe = pnLightUnity(unity, d);
    let place = pnLightUnity(local, d);
    write(to + 21u, pnReflection(radiance, pnIrradianceUnity(local, d), own, roughness, 1.0));
    write(to + 24u, pnReflection(radiance, pnIrradianceUnity(local, n), own, roughness, 0.75));
    write(to + 27u, pnReflection(radiance, place, probe, roughness, 1.0));
    write(to + 30u, pnReflection(radiance, place, pnLightCanonical(canonical, n), roughness, 1.0));
    write(to + 33u, pnReflectionDivided(radiance, place, probe, roughness, 1.0));
    write(to + 36u, pnReflectionFactor(place, probe, roughness, 1.0));
    outputs[to + 39u] = pnReflection(radiance, own, own, roughness, 1.0).y;
    outputs[to + 40u] = pnReflection(radiance, place, own, roughness, 0.0).y;
    outputs[to + 41u] = pnReflection(radiance, -place, own, roughness, 1.0).y;
    let toLight = vec3f(pnLuminance(axes[0]), pnLuminance(axes[1]), pnLuminance(axes[2])) / (2.0 * pnLuminance(average));
    write(to + 42u, pnIrradianceLightmap(own, 4.0 * roughness * toLight, n, d));
}
