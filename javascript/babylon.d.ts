import type { MaterialPluginBase, PBRBaseMaterial } from "@babylonjs/core";

/** 27 numbers, or nine rows of three, as `project --for babylon --format json` writes coefficients. */
export type Light = ArrayLike<number> | number[][];

/** Normalizes reflections of a PBR material: probe is the light of its environment, local is the light at the shading point. */
export function normalizeReflections(
    base: typeof MaterialPluginBase, material: PBRBaseMaterial, lights: { probe: Light; local: Light },
): MaterialPluginBase & { probe: Light; local: Light };
