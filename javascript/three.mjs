// Normalizes reflections of three.js' standard and physical materials, for WebGLRenderer.
import { glsl } from "./glsl.mjs";

const kDeclarations = `
uniform vec3 pnProbe[9], pnLocal[9];

#ifdef USE_ENVMAP
vec3 pnNormalized(vec3 shown, vec3 view, vec3 normal, float roughness)
{
    vec3 along = (vec4(reflect(-view, normal), 0.0) * viewMatrix).xyz;
    return pnReflection(shown, pnLightCanonical(pnLocal, along), envMapIntensity * pnLightCanonical(pnProbe, along), roughness, 1.0);
}

vec3 pnIrradiance(vec3 normal)
{
    return PI * max(pnIrradianceCanonical(pnLocal, (vec4(normal, 0.0) * viewMatrix).xyz), 0.0);
}
#endif
`;

// A macro is not expanded within itself.
const kGather = `
#define getIBLRadiance(view, normal, roughness) pnNormalized(getIBLRadiance(view, normal, roughness), view, normal, roughness)
#define getIBLAnisotropyRadiance(view, normal, roughness, along, by) \\
    pnNormalized(getIBLAnisotropyRadiance(view, normal, roughness, along, by), view, normal, roughness)
#define getIBLIrradiance(normal) pnIrradiance(normal)
#include <lights_fragment_maps>
#undef getIBLRadiance
#undef getIBLAnisotropyRadiance
#undef getIBLIrradiance
`;

// probe: the light of the environment map, local: the light at the shading point; 27 numbers, or nine of three, of `project --for three`.
// Returns { probe, local }, whose value is set to other numbers at any time.
export function normalizeReflections(material, { probe, local }) {
    const uniforms = { pnProbe: { value: Array.from(probe).flat() }, pnLocal: { value: Array.from(local).flat() } };
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        for (const [from, to] of [["void main() {", `${glsl}\n${kDeclarations}\nvoid main() {`], ["#include <lights_fragment_maps>", kGather]]) {
            if (!shader.fragmentShader.includes(from)) throw new Error(`this version of three.js has no ${from}`);
            shader.fragmentShader = shader.fragmentShader.replace(from, () => to);
        }
    };
    material.customProgramCacheKey = () => "probenorm";
    material.needsUpdate = true;
    return { probe: uniforms.pnProbe, local: uniforms.pnLocal };
}
