// Real maps as the files that engines load: a panorama and six faces, as Radiance pictures. Nothing of ProbeNorm made
// them: the OpenEXR reader is three.js's, and faces are looked up by the sampling table of D3D, OpenGL and Vulkan.
import { readFileSync } from "node:fs";
import { directionOfFace } from "./environment.mjs";

const kWidth = 256, kHeight = 128, kFace = 128;

// r g b of the map, reduced to kWidth x kHeight by means of blocks, row 0 at the top.
export async function readMap(path, EXRLoader, FloatType) {
    const bytes = readFileSync(path);
    const { data, width, height } = new EXRLoader().setDataType(FloatType).parse(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
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
function radiance(width, height, texel) {
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
    return radiance(kWidth, kHeight, (x, y) => Array.from(rgb.subarray((y * kWidth + x) * 3, (y * kWidth + x) * 3 + 3)));
}

// Six files, +X -X +Y -Y +Z -Z.
export function faceFiles(rgb) {
    return [0, 1, 2, 3, 4, 5].map((face) => radiance(kFace, kFace, (x, y) => {
        const d = directionOfFace(face, (2 * x + 1) / kFace - 1, (2 * y + 1) / kFace - 1);
        const length = Math.hypot(...d);
        return lookUp(rgb, d.map((e) => e / length));
    }));
}
