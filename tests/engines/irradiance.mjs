// E / pi in a direction, from coefficients as each engine takes them, by that engine's own formula (docs/conventions.md).
import { sphericalHarmonics } from "./harmonics.mjs";

const bands = [1, 2 / 3, 1 / 4, 0, -1 / 24]; // of the clamped cosine over pi
const bandOf = (i) => Math.floor(Math.sqrt(i));
const orderOf = (i) => i - bandOf(i) * (bandOf(i) + 1);
const signOf = (i) => (orderOf(i) % 2 === 0 ? 1 : -1);

// What a coefficient's slot is multiplied by, besides the basis function.
const factors = {
    canonical: (i) => bands[bandOf(i)],
    three: (i) => bands[bandOf(i)],
    babylon: signOf,
};

// PlayCanvas holds polynomials in an order of its own, times 16 pi / 51.
function playcanvas(coefficients) {
    return ([x, y, z]) => {
        const p = [1, x, y, z, x * z, y * z, x * y, 3 * z * z - 1, x * x - y * y];
        return [0, 1, 2].map((c) => p.reduce((sum, value, i) => sum + value * coefficients[i][c], 0) * 51 / (16 * Math.PI));
    };
}

export function irradianceOf(engine, coefficients) {
    if (engine === "playcanvas") return playcanvas(coefficients);
    const factor = coefficients.map((_, i) => factors[engine](i));
    return (normal) => {
        const y = sphericalHarmonics(normal);
        return [0, 1, 2].map((c) => coefficients.reduce((sum, row, i) => sum + factor[i] * y[i] * row[c], 0));
    };
}

// The difference between what an engine shows and irradiance(normal), relative to the mean.
export function rmsOf(samples, irradiance) {
    let sum = 0, total = 0;
    for (const { normal, rgb } of samples)
        irradiance(normal).forEach((value, c) => {
            sum += (value - rgb[c]) ** 2;
            total += rgb[c];
        });
    const count = 3 * samples.length;
    return { rms: Math.sqrt(sum / count) / (total / count), count };
}
