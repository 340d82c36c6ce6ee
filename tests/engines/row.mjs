// A row of metal spheres, roughness 0 to 1 from left to right, and a white one, which is rough and no metal, at its end. It is seen from
// so far away that all have nearly one view: x to the right, y up, the camera kDistance before the middle.
export const kSpheres = 12, kWhite = kSpheres - 1, kTile = 64, kRadius = 0.95, kDistance = 1000;
export const kWidth = kSpheres * kTile, kFieldOfView = 2 * Math.atan(1 / kDistance);
export const roughnessOf = (sphere) => Math.min(1, sphere / (kWhite - 1));
export const metalnessOf = (sphere) => (sphere === kWhite ? 0 : 1);
export const nameOf = (sphere) => (sphere === kWhite ? "white" : `metal ${roughnessOf(sphere).toFixed(1)}`);
export const placeOf = (sphere) => 2 * sphere - (kSpheres - 1);

// Pixels of a sphere's tile whose normal is within 78 degrees of the view, row 0 at the bottom.
export const kPixels = Array.from({ length: kTile * kTile }, (_, i) => {
    const x = i % kTile, y = Math.floor(i / kTile);
    const [a, b] = [x, y].map((at) => ((2 * at + 1) / kTile - 1) / kRadius);
    return { x, y, normal: [a, b, Math.sqrt(1 - a * a - b * b)] };
}).filter(({ normal }) => normal[2] > 0.2);

// Asks a page every 10 ms; the browser's time (browser.mjs) ends what never comes true.
export async function until(isTrue) {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

// Of what an engine drew (r g b a): per sphere the rgb of these pixels, one after the other.
export const spheresOf = (rgba) => Array.from({ length: kSpheres }, (_, sphere) => kPixels.flatMap(({ x, y }) => {
    const at = (y * kWidth + sphere * kTile + x) * 4;
    return Array.from(rgba.subarray(at, at + 3));
}));

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// The error of a sphere's mean, and its largest error of a pixel, which is a share of the pixel, or of a tenth of the sphere's mean where
// that is more: of the worst channel.
export function errorsOf(found, expected) {
    const errors = [0, 1, 2].map((c) => {
        const [a, b] = [found, expected].map((sphere) => sphere.filter((_, i) => i % 3 === c)), average = mean(b);
        return [mean(a) / average - 1, Math.max(...a.map((value, i) => Math.abs(value - b[i]) / Math.max(b[i], average / 10)))];
    });
    return [0, 1].map((i) => Math.max(...errors.map((error) => Math.abs(error[i]))));
}
export const kMeanLimit = 0.005, kPixelLimit = 0.02;
export const percent = (value) => `${(100 * value).toFixed(3)} %`;
