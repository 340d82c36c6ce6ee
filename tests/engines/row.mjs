// A row of metal spheres, roughness 0 to 1 from left to right, seen from so far away that all have nearly one view: x to the right, y
// up, the camera kDistance before the middle.
export const kSpheres = 11, kTile = 64, kRadius = 0.95, kDistance = 1000;
export const kWidth = kSpheres * kTile, kFieldOfView = 2 * Math.atan(1 / kDistance);
export const roughnessOf = (sphere) => sphere / (kSpheres - 1);
export const placeOf = (sphere) => 2 * sphere - (kSpheres - 1);

// Pixels of a sphere's tile whose normal is within 78 degrees of the view, row 0 at the bottom.
export const kPixels = Array.from({ length: kTile * kTile }, (_, i) => {
    const x = i % kTile, y = Math.floor(i / kTile);
    const [a, b] = [x, y].map((at) => ((2 * at + 1) / kTile - 1) / kRadius);
    return { x, y, normal: [a, b, Math.sqrt(1 - a * a - b * b)] };
}).filter(({ normal }) => normal[2] > 0.2);

// Of what an engine drew (r g b a): per sphere the rgb of these pixels, one after the other.
export const spheresOf = (rgba) => Array.from({ length: kSpheres }, (_, sphere) => kPixels.flatMap(({ x, y }) => {
    const at = (y * kWidth + sphere * kTile + x) * 4;
    return Array.from(rgba.subarray(at, at + 3));
}));
