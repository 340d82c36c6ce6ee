// E / pi in a direction, from coefficients as each engine takes them, by that engine's own formula (docs/conventions.md).

// Real spherical harmonics of degree 0 to 4, orthonormal, without the sign of Condon and Shortley; index l (l + 1) + m.
const pi = Math.PI;

function sphericalHarmonics([x, y, z]) {
    const xx = x * x, yy = y * y, zz = z * z;
    const k1 = Math.sqrt(3 / (4 * pi)), k2 = Math.sqrt(15 / (4 * pi)), k3 = Math.sqrt(7 / (4 * pi));
    return [
        Math.sqrt(1 / (4 * pi)),
        k1 * y, k1 * z, k1 * x,
        k2 * x * y, k2 * y * z, Math.sqrt(5 / (16 * pi)) * (3 * zz - 1), k2 * x * z, 0.5 * k2 * (xx - yy),
        k3 * Math.sqrt(5 / 8) * y * (3 * xx - yy), k3 * Math.sqrt(15) * x * y * z,
        k3 * Math.sqrt(3 / 8) * y * (5 * zz - 1), 0.5 * k3 * z * (5 * zz - 3), k3 * Math.sqrt(3 / 8) * x * (5 * zz - 1),
        0.5 * k3 * Math.sqrt(15) * z * (xx - yy), k3 * Math.sqrt(5 / 8) * x * (xx - 3 * yy),
        0.75 * Math.sqrt(35 / pi) * x * y * (xx - yy), 0.75 * Math.sqrt(35 / (2 * pi)) * y * z * (3 * xx - yy),
        0.75 * Math.sqrt(5 / pi) * x * y * (7 * zz - 1), 0.75 * Math.sqrt(5 / (2 * pi)) * y * z * (7 * zz - 3),
        (3 / 16) * Math.sqrt(1 / pi) * (35 * zz * zz - 30 * zz + 3), 0.75 * Math.sqrt(5 / (2 * pi)) * x * z * (7 * zz - 3),
        (3 / 8) * Math.sqrt(5 / pi) * (xx - yy) * (7 * zz - 1), 0.75 * Math.sqrt(35 / (2 * pi)) * x * z * (xx - 3 * yy),
        (3 / 16) * Math.sqrt(35 / pi) * (xx * (xx - 3 * yy) - yy * (3 * xx - yy)),
    ];
}

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
