// Normalizes reflections of Babylon.js' PBR materials, for its engine on WebGL.
import { glsl } from "./glsl.mjs";

const kDefinitions = `
uniform vec3 pnProbe[9], pnLocal[9];
${glsl}
`;

const kReflection = `$0
#ifdef REFLECTIONMAP_3D
reflectionOut.environmentRadiance.rgb = pnReflection(reflectionOut.environmentRadiance.rgb,
    pnLightCanonical(pnLocal, reflect(-viewDirectionW, normalW)),
    vReflectionInfos.x * vReflectionColor * pnLightCanonical(pnProbe, normalize(reflectionOut.reflectionCoords)), roughness, 1.0);
reflectionOut.environmentIrradiance = max(pnIrradianceCanonical(pnLocal, normalW), 0.0);
#endif`;

// Coefficients of `project --for babylon` as those of radiance: odd orders have the sign of Condon and Shortley, bands that of the cosine.
const kScales = [1, -1.5, 1.5, -1.5, 4, -4, 4, -4, 4];
const toCanonical = (numbers) => Array.from(numbers).flat().map((value, i) => value * kScales[Math.floor(i / 3)]);

// MaterialPluginBase: Babylon.js' own. material: of PBR. probe: the light of its environment, local: the light at the shading point; 27
// numbers, or nine of three, of `project --for babylon`. Returns the plugin, whose setters probe and local take other numbers at any time.
export function normalizeReflections(MaterialPluginBase, material, { probe, local }) {
    class ProbeNormPlugin extends MaterialPluginBase {
        constructor() {
            super(material, "ProbeNorm", 200, {}, true, false);
            Object.assign(this, { probe, local, registerForExtraEvents: true });
            this._enable(true);
        }

        set probe(numbers) { this.probeLight = toCanonical(numbers); }
        set local(numbers) { this.localLight = toCanonical(numbers); }
        getClassName() { return "ProbeNormPlugin"; }
        isCompatible(language) { return language === 0; } // GLSL
        getUniforms() { return { externalUniforms: ["pnProbe", "pnLocal"] }; }
        getCustomCode(type) {
            return type === "fragment" ? { CUSTOM_FRAGMENT_DEFINITIONS: kDefinitions, "!reflectionOut\\s*=\\s*reflectionBlock\\([^;]*;": kReflection } : null;
        }
        hardBindForSubMesh(buffer, scene, engine, subMesh) {
            subMesh.effect.setArray3("pnProbe", this.probeLight);
            subMesh.effect.setArray3("pnLocal", this.localLight);
        }
    }
    return new ProbeNormPlugin();
}
