import type { MeshStandardMaterial } from "three";

/** 27 numbers, or nine rows of three, as `project --for three --format json` writes coefficients. */
export type Light = ArrayLike<number> | number[][];

/** Normalizes reflections of a standard or physical material: probe is the light of its environment map, place that where the surface is. */
export function normalizeReflections(
    material: MeshStandardMaterial, lights: { probe: Light; place: Light },
): { probe: { value: number[] }; place: { value: number[] } };
