// ProbeNorm's GLSL include in three.js's stock materials. What changes is where a stock material gathers light from its
// surroundings (lights_fragment_maps): diffuse light comes from the local light's coefficients instead of the probe, and the
// probe's reflection goes through the include. The sun has no highlight, as in the truth (docs/scene.md).
import { kTextures } from "./light_field.mjs";

export const kModes = { plain: 0, normalized: 1, divided: 2, grey: 2 };
export const kShow = { picture: 0, reflections: 1, probe: 2, roughness: 3 };

const kDeclarations = `
uniform highp sampler3D pnLightMaps[${kTextures}];
uniform vec3 pnGridLow, pnGridHigh, pnGridCount; // the first and last point of the grid, and how many
uniform vec3 pnProbe[9];                         // the reflection probe's own light
uniform int pnMode, pnShow;
uniform float pnAmount;
vec3 pnShown; // what the probe shows here

void pnReadLight(vec3 position, out vec3 sh[9])
{
    vec3 cell = clamp((position - pnGridLow) / (pnGridHigh - pnGridLow), 0.0, 1.0) * (pnGridCount - 1.0);
    vec3 at = (cell + 0.5) / pnGridCount;
    float values[${4 * kTextures}];
${Array.from({ length: kTextures }, (_, t) => `    {
        vec4 texel = texture(pnLightMaps[${t}], at);
        values[${4 * t}] = texel.x; values[${4 * t + 1}] = texel.y; values[${4 * t + 2}] = texel.z; values[${4 * t + 3}] = texel.w;
    }`).join("\n")}
    for (int i = 0; i < 9; ++i)
        sh[i] = vec3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

// What the surface reflects, given the texel that the probe shows it.
vec3 pnApply(vec3 texel, vec3 local, vec3 probe, float roughness)
{
    if (pnMode == ${kModes.divided})
        return pnReflectionDivided(texel, local, probe, roughness, pnAmount);
    if (pnMode == ${kModes.normalized})
        return pnReflection(texel, local, probe, roughness, pnAmount);
    return texel;
}
`;

const kGather = `
{
    vec3 pnNormal = transformDirectionByInverseViewMatrix(geometryNormal, viewMatrix);
    vec3 pnAlong = transformDirectionByInverseViewMatrix(reflect(-geometryViewDir, geometryNormal), viewMatrix);
    vec3 pnPosition = cameraPosition + transformDirectionByInverseViewMatrix(geometryViewDir, viewMatrix) * -length(vViewPosition);
    vec3 pnLocal[9];
    pnReadLight(pnPosition, pnLocal);
    reflectedLight.directSpecular = vec3(0.0);
    irradiance += PI * max(pnIrradianceCanonical(pnLocal, pnNormal), vec3(0.0));
    pnShown = getIBLRadiance(geometryViewDir, geometryNormal, material.roughness);
    radiance += pnApply(pnShown, pnLightCanonical(pnLocal, pnAlong), pnLightCanonical(pnProbe, pnAlong), material.roughness);
}
`;

const kShowing = `
if (pnShow == ${kShow.reflections}) outgoingLight = totalSpecular;
if (pnShow == ${kShow.probe}) outgoingLight = pnShown;
if (pnShow == ${kShow.roughness}) outgoingLight = vec3(material.roughness);
#include <opaque_fragment>
`;

// include: the text of shaders/runtime/probenorm.glsl. uniforms: shared by all materials of a scene.
export function normalizeMaterial(material, include, uniforms) {
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        const replace = (from, to) => {
            if (!shader.fragmentShader.includes(from)) throw new Error(`three.js has no ${from} here any more`);
            shader.fragmentShader = shader.fragmentShader.replace(from, to);
        };
        replace("void main() {", `${include}\n${kDeclarations}\nvoid main() {`);
        replace("#include <lights_fragment_maps>", kGather);
        replace("#include <opaque_fragment>", kShowing);
    };
    material.customProgramCacheKey = () => "probenorm";
    return material;
}
