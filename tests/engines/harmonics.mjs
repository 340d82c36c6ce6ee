// Real spherical harmonics of degree 0 to 4, orthonormal, without the sign of Condon and Shortley; index l (l + 1) + m.
const pi = Math.PI;

export function sphericalHarmonics([x, y, z]) {
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
