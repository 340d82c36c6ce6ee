import type { MeshStandardMaterial } from "three";

/** 27 numbers, or nine rows of three, as `project --for three --format json` writes coefficients. */
export type Light = ArrayLike<number> | number[][];

/** Normalizes reflections of a standard or physical material: probe is the light of its environment map, local is the light at the shading point. */
export function normalizeReflections(
    material: MeshStandardMaterial, lights: { probe: Light; local: Light },
): { probe: { value: number[] }; local: { value: number[] } };
