// Prefiltered cubemaps by quadrature in double precision: GGX seen along its normal, times the cosine, over radiance that is constant
// on each texel (docs/prefiltering.md). It shares no code with the library.
import { directionOfFace } from "./environment.mjs";

const kRule = [[0.5 - Math.sqrt(0.15), 5 / 18], [0.5, 8 / 18], [0.5 + Math.sqrt(0.15), 5 / 18]]; // Gauss and Legendre on 0 to 1

// Points of the rule on a square of a face: x y z of a unit vector, and the solid angle that it stands for.
function* squarePoints(face, u, v, width) {
    for (const [s, ws] of kRule)
        for (const [t, wt] of kRule) {
            const [x, y, z] = directionOfFace(face, u + s * width, v + t * width), length = Math.hypot(x, y, z);
            yield [x / length, y / length, z / length, (ws * wt * width * width) / length ** 3];
        }
}

function* texelPoints(size, texel, parts) {
    const face = Math.floor(texel / size ** 2), width = 2 / size, part = width / parts;
    const u = (texel % size) * width - 1, v = (Math.floor(texel / size) % size) * width - 1;
    for (let j = 0; j < parts; ++j) for (let i = 0; i < parts; ++i) yield* squarePoints(face, u + i * part, v + j * part, part);
}

export function directionsOf(size) {
    return Array.from({ length: 6 * size * size }, (_, texel) => {
        const d = directionOfFace(Math.floor(texel / size ** 2), (2 * (texel % size) + 1) / size - 1,
            (2 * (Math.floor(texel / size) % size) + 1) / size - 1);
        return d.map((e) => e / Math.hypot(...d));
    });
}

// texels: rgb of a cubemap of faces of size, in the order of files. The result is called with the roughness and size of a mip.
export function makePrefilter(texels, size) {
    const count = 6 * size * size, centers = Float64Array.from(directionsOf(size).flat());
    const points = new Float64Array(36 * count);
    for (let texel = 0, next = 0; texel < count; ++texel)
        for (const point of texelPoints(size, texel, 1)) {
            points.set(point, next);
            next += 4;
        }

    // One texel of a mip. Where the lobe is narrow a texel of the source is cut into parts no wider than it.
    function integrate([x, y, z], aa) {
        const finest = 2 / size, rgb = [0, 0, 0];
        let total = 0;
        for (let texel = 0; texel < count; ++texel) {
            const c = x * centers[3 * texel] + y * centers[3 * texel + 1] + z * centers[3 * texel + 2];
            if (c < -finest) continue; // all of it is behind
            const parts = Math.ceil(finest / Math.sqrt((1 + c) / 2 * (aa - 1) + 1));
            const from = parts <= 1 ? points : Float64Array.from([...texelPoints(size, texel, parts)].flat());
            const first = parts <= 1 ? 36 * texel : 0, last = first + 36 * parts ** 2;
            let weight = 0;
            for (let i = first; i < last; i += 4) {
                const cosine = Math.max(0, x * from[i] + y * from[i + 1] + z * from[i + 2]), d = (1 + cosine) / 2 * (aa - 1) + 1;
                weight += from[i + 3] * cosine / (d * d);
            }
            total += weight;
            for (let k = 0; k < 3; ++k) rgb[k] += weight * texels[3 * texel + k];
        }
        return rgb.map((sum) => sum / total);
    }

    return (roughness, mipSize) => (roughness === 0 ? texels // a mirror, of the source's own size
        : Float64Array.from(directionsOf(mipSize).flatMap((direction) => integrate(direction, roughness ** 4))));
}
