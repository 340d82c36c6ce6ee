// A known environment, what a white Lambert surface shows in it, and its cubemap as a file. No spherical harmonics
// here: the expected light is an integral over the hemisphere, summed up point by point.
import { readFileSync } from "node:fs";
import { join } from "node:path";

// Squares of linear functions: positive, coloured, without any symmetry, and of degree 2, so that three bands hold them
// whole and the 0.5 % asked of the engines is not spent on truncation.
const lobes = [
    { axis: [0.48, 0.6, 0.64], offset: 0.8, color: [3.0, 2.2, 1.2] },
    { axis: [-0.8, 0.36, 0.48], offset: 0.3, color: [0.2, 0.7, 1.6] },
    { axis: [0.28, -0.96, 0.0], offset: 0.2, color: [0.5, 0.3, 0.1] },
];

export function radiance([x, y, z]) {
    const rgb = [0.1, 0.1, 0.1];
    for (const { axis, offset, color } of lobes) {
        const s = axis[0] * x + axis[1] * y + axis[2] * z + offset;
        for (let c = 0; c < 3; ++c) rgb[c] += color[c] * s * s;
    }
    return rgb;
}

function frame([x, y, z]) {
    const length = Math.hypot(x, z);
    const u = length > 1e-3 ? [z / length, 0, -x / length] : [1, 0, 0];
    return [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]];
}

// The mean radiance of directions spread by the cosine around the normal, which is E / pi: the midpoint rule over the
// cosine (weight 2 cos), good to 1e-5 here, and over the angle, exact from 5 turns on.
export function irradianceOverPi(normal) {
    const rings = 128, turns = 8;
    const [u, v] = frame(normal);
    const rgb = [0, 0, 0];
    for (let i = 0; i < rings; ++i) {
        const cos = (i + 0.5) / rings, sin = Math.sqrt(1 - cos * cos);
        for (let k = 0; k < turns; ++k) {
            const a = (2 * Math.PI * (k + 0.5)) / turns, su = sin * Math.cos(a), sv = sin * Math.sin(a);
            const l = radiance([0, 1, 2].map((j) => su * u[j] + sv * v[j] + cos * normal[j]));
            for (let c = 0; c < 3; ++c) rgb[c] += (l[c] * 2 * cos) / (rings * turns);
        }
    }
    return rgb;
}

// Texel centres by the sampling table of D3D, OpenGL and Vulkan; u to the right, v down.
const faces = [
    (u, v) => [1, -v, -u], (u, v) => [-1, -v, u],
    (u, v) => [u, 1, v], (u, v) => [u, -1, -v],
    (u, v) => [u, -v, 1], (u, v) => [-u, -v, -1],
];

export const directionOfFace = (face, u, v) => faces[face](u, v);

// A DDS file with the six faces as 32-bit floats r g b a (Microsoft's "DDS_HEADER", "DDS_HEADER_DXT10").
export function cubemapDds(size) {
    const header = new Uint32Array(37);
    header.set([0x20534444, 124, 0x100f, size, size, size * 16]); // "DDS "; caps, height, width, pitch, pixel format
    header.set([32, 4, 0x30315844], 19); // the format is a four-character code, "DX10"
    header.set([0x1008, 0xfe00], 27); // texture, complex; cubemap, all six faces
    header.set([2, 3, 4, 1], 32); // DXGI_FORMAT_R32G32B32A32_FLOAT, two-dimensional, one cube
    const texels = new Float32Array(6 * size * size * 4);
    let next = 0;
    for (const direction of faces)
        for (let y = 0; y < size; ++y)
            for (let x = 0; x < size; ++x) {
                const d = direction((2 * x + 1) / size - 1, (2 * y + 1) / size - 1);
                const length = Math.hypot(...d);
                texels.set([...radiance(d.map((e) => e / length)), 1], next);
                next += 4;
            }
    return Buffer.concat([Buffer.from(header.buffer), Buffer.from(texels.buffer)]);
}

// Real maps as the files that engines load: a panorama and six faces, as Radiance pictures. Nothing of ProbeNorm made
// them: the OpenEXR reader is three.js's, and faces are looked up by the sampling table of D3D, OpenGL and Vulkan.
const kWidth = 256, kHeight = 128, kFace = 128;

// What three.js makes of an OpenEXR file: r g b a, row 0 at the bottom.
export async function readExr(path, modules) {
    const { FloatType } = await import(join(modules, "node_modules/three/build/three.module.js"));
    const { EXRLoader } = await import(join(modules, "node_modules/three/examples/jsm/loaders/EXRLoader.js"));
    const bytes = readFileSync(path);
    return new EXRLoader().setDataType(FloatType).parse(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

// r g b of a map, reduced to kWidth x kHeight by means of blocks, row 0 at the top.
export function reduced({ data, width, height }) {
    const block = width / kWidth, rgb = new Float32Array(kWidth * kHeight * 3);
    for (let y = 0; y < height; ++y) // row 0 of the loader is at the bottom
        for (let x = 0; x < width; ++x)
            for (let c = 0; c < 3; ++c)
                rgb[(Math.floor((height - 1 - y) / block) * kWidth + Math.floor(x / block)) * 3 + c] +=
                    Math.max(0, data[(y * width + x) * 4 + c]) / (block * block);
    return rgb;
}

// The same of a function of the direction, whose value in the middle of a texel is the texel's.
export function paintMap(radianceAlong) {
    const rgb = new Float32Array(kWidth * kHeight * 3);
    for (let y = 0; y < kHeight; ++y)
        for (let x = 0; x < kWidth; ++x) {
            const phi = 2 * Math.PI * ((x + 0.5) / kWidth - 0.5), theta = (Math.PI * (y + 0.5)) / kHeight;
            const d = [Math.sin(theta) * Math.sin(phi), Math.cos(theta), Math.sin(theta) * Math.cos(phi)];
            rgb.set(radianceAlong(d), (y * kWidth + x) * 3);
        }
    return rgb;
}

// +Z in the middle, +X a quarter to the right: docs/formats.md, section 2. Linear between texels.
function lookUp(rgb, [x, y, z]) {
    const u = (0.5 + Math.atan2(x, z) / (2 * Math.PI)) * kWidth - 0.5;
    const v = (Math.acos(Math.min(1, Math.max(-1, y))) / Math.PI) * kHeight - 0.5;
    const u0 = Math.floor(u), v0 = Math.floor(v), out = [0, 0, 0];
    for (const [i, wu] of [[u0, u0 + 1 - u], [u0 + 1, u - u0]])
        for (const [j, wv] of [[v0, v0 + 1 - v], [v0 + 1, v - v0]]) {
            const row = Math.min(kHeight - 1, Math.max(0, j)), column = (i + kWidth) % kWidth;
            for (let c = 0; c < 3; ++c) out[c] += wu * wv * rgb[(row * kWidth + column) * 3 + c];
        }
    return out;
}

function rgbe(rgb) {
    const most = Math.max(...rgb);
    if (most < 1e-30) return [0, 0, 0, 0];
    const exponent = Math.floor(Math.log2(most)) + 1, scale = 2 ** (8 - exponent);
    return [...rgb.map((value) => Math.min(255, Math.round(value * scale))), exponent + 128];
}

// Scanlines packed channel by channel, which some loaders insist on, without a single run.
function radianceFile(width, height, texel) {
    const parts = [Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`)];
    for (let y = 0; y < height; ++y) {
        const row = Array.from({ length: width }, (_, x) => rgbe(texel(x, y)));
        parts.push(Buffer.from([2, 2, width >> 8, width & 255]));
        for (let c = 0; c < 4; ++c)
            for (let x = 0; x < width; x += 128) {
                const some = row.slice(x, x + 128).map((texelBytes) => texelBytes[c]);
                parts.push(Buffer.from([some.length, ...some]));
            }
    }
    return Buffer.concat(parts);
}

export function panoramaFile(rgb) {
    return radianceFile(kWidth, kHeight, (x, y) => Array.from(rgb.subarray((y * kWidth + x) * 3, (y * kWidth + x) * 3 + 3)));
}

// Six files, +X -X +Y -Y +Z -Z.
export function faceFiles(rgb) {
    return [0, 1, 2, 3, 4, 5].map((face) => radianceFile(kFace, kFace, (x, y) => {
        const d = directionOfFace(face, (2 * x + 1) / kFace - 1, (2 * y + 1) / kFace - 1);
        const length = Math.hypot(...d);
        return lookUp(rgb, d.map((e) => e / length));
    }));
}
