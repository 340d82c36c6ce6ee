// The sphere is seen orthographically from six sides, so that every normal occurs.
export const kSize = 512;
export const radiusOfSphere = 0.95;
const kStep = 28; // pixels from one sample to the next

export const kViews = [
    { toward: [1, 0, 0], up: [0, 1, 0] }, { toward: [-1, 0, 0], up: [0, 1, 0] },
    { toward: [0, 1, 0], up: [0, 0, 1] }, { toward: [0, -1, 0], up: [0, 0, 1] },
    { toward: [0, 0, 1], up: [0, 1, 0] }, { toward: [0, 0, -1], up: [0, 1, 0] },
];

// A grid of pixels whose normals are within 53 degrees of the view: there a pixel spans less than 0.4 degrees, and the
// six views overlap. pixels: r g b a, row 0 at the bottom.
export function samplePixels(pixels, { toward, up, right }) {
    const samples = [];
    for (let y = 0; y < kSize; y += kStep)
        for (let x = 0; x < kSize; x += kStep) {
            const a = ((2 * x + 1) / kSize - 1) / radiusOfSphere, b = ((2 * y + 1) / kSize - 1) / radiusOfSphere;
            if (a * a + b * b > 0.64) continue;
            const c = Math.sqrt(1 - a * a - b * b);
            const normal = [0, 1, 2].map((i) => a * right[i] + b * up[i] + c * toward[i]);
            samples.push({ normal, rgb: Array.from(pixels.slice((y * kSize + x) * 4, (y * kSize + x) * 4 + 3)) });
        }
    return samples;
}
