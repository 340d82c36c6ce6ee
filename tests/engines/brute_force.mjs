// Prefiltered cubemaps by quadrature in double precision: GGX seen along its normal, times the cosine, over radiance that is constant
// on each texel (docs/prefiltering.md). It shares no code with the library.
import { directionOfFace } from "./environment.mjs";

const kRule = [[0.5 - Math.sqrt(0.15), 5 / 18], [0.5, 8 / 18], [0.5 + Math.sqrt(0.15), 5 / 18]]; // Gauss and Legendre on 0 to 1
const kMiddle = [[0.5, 1]];

// Points of a rule on each of parts x parts squares of a texel: x y z of a unit vector, and the solid angle that it stands for.
function pointsOf(size, texel, rule, parts = 1) {
    const face = Math.floor(texel / size ** 2), column = texel % size, row = Math.floor(texel / size) % size, points = [];
    const places = (first) => Array.from({ length: parts }, (_, i) => rule.map(([t, weight]) =>
        [(2 * (first + (i + t) / parts)) / size - 1, (2 * weight) / (parts * size)])).flat();
    for (const [u, wu] of places(column))
        for (const [v, wv] of places(row)) {
            const d = directionOfFace(face, u, v), length = Math.hypot(...d);
            points.push(d[0] / length, d[1] / length, d[2] / length, (wu * wv) / length ** 3);
        }
    return points;
}

// texels: rgb of a cubemap of faces of size, in the order of files. The result is called with the roughness and size of a mip.
export function makePrefilter(texels, size) {
    const count = 6 * size * size, finest = 2 / size, centers = new Float64Array(4 * count), points = new Float64Array(36 * count);
    for (let texel = 0; texel < count; ++texel) {
        centers.set(pointsOf(size, texel, kMiddle), 4 * texel);
        points.set(pointsOf(size, texel, kRule), 36 * texel);
    }

    // One texel of a mip. Where the lobe is narrow a texel of the source is cut into parts no wider than it.
    function integrate([x, y, z], aa) {
        const rgb = [0, 0, 0];
        let total = 0;
        for (let texel = 0; texel < count; ++texel) {
            const c = x * centers[4 * texel] + y * centers[4 * texel + 1] + z * centers[4 * texel + 2];
            if (c < -finest) continue; // all of it is behind
            const parts = Math.ceil(finest / Math.sqrt((1 + c) / 2 * (aa - 1) + 1));
            const from = parts <= 1 ? points : pointsOf(size, texel, kRule, parts), first = parts <= 1 ? 36 * texel : 0;
            let weight = 0;
            for (let i = first; i < first + 36 * parts ** 2; i += 4) {
                const cosine = Math.max(0, x * from[i] + y * from[i + 1] + z * from[i + 2]), d = (1 + cosine) / 2 * (aa - 1) + 1;
                weight += from[i + 3] * cosine / (d * d);
            }
            total += weight;
            for (let k = 0; k < 3; ++k) rgb[k] += weight * texels[3 * texel + k];
        }
        return rgb.map((sum) => sum / total);
    }

    return (roughness, mipSize) => (roughness === 0 ? texels // a mirror, of the source's own size
        : Array.from({ length: 6 * mipSize ** 2 }, (_, texel) => integrate(pointsOf(mipSize, texel, kMiddle), roughness ** 4)).flat());
}
