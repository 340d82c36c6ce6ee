// Cubemaps of ProbeNorm's KTX 2 files as three.js's. three.js's own KTX2Loader makes no cube of uncompressed texels.
import * as THREE from "three";
import { KHR_SUPERCOMPRESSION_ZSTD, read } from "three/addons/libs/ktx-parse.module.js";
import { ZSTDDecoder } from "three/addons/libs/zstddec.module.js";

const kRgbaHalf = 97, kOneHalf = 76; // VkFormat
const kHalfOne = 0x3c00;

// Four halves a texel. A texel of one channel is three equal ones.
function widen(halves, vkFormat) {
    if (vkFormat === kRgbaHalf) return halves;
    const rgba = new Uint16Array(4 * halves.length);
    for (let i = 0; i < halves.length; ++i) rgba.set([halves[i], halves[i], halves[i], kHalfOne], 4 * i);
    return rgba;
}

// A face seen in a mirror: columns from right to left.
function mirrored(face, size) {
    const out = new Uint16Array(face.length);
    for (let y = 0; y < size; ++y)
        for (let x = 0; x < size; ++x)
            for (let c = 0; c < 4; ++c) out[4 * (y * size + x) + c] = face[4 * (y * size + size - 1 - x) + c];
    return out;
}

// three.js turns x round when it looks into a cubemap that was loaded, since such cubemaps were made by left-handed
// rules. Ours are looked up with the world's own directions, so they are mirrored here: +X and -X change places.
const kFaces = [1, 0, 2, 3, 4, 5];

export async function fetchFile(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response;
}

async function firstLevel({ levels: [level], supercompressionScheme }) {
    if (supercompressionScheme !== KHR_SUPERCOMPRESSION_ZSTD) return level.levelData;
    const decoder = new ZSTDDecoder();
    await decoder.init();
    return decoder.decode(level.levelData, level.uncompressedByteLength);
}

export async function loadCubemap(url) {
    const file = read(new Uint8Array(await (await fetchFile(url)).arrayBuffer()));
    if (file.faceCount !== 6 || ![kRgbaHalf, kOneHalf].includes(file.vkFormat))
        throw new Error(`${url} must be a cubemap of half floats, of four channels or one`);
    const size = file.pixelWidth, bytes = await firstLevel(file);
    const halves = widen(new Uint16Array(bytes.slice().buffer), file.vkFormat);
    const faceLength = 4 * size * size;
    const texture = new THREE.CubeTexture(kFaces.map((face) => new THREE.DataTexture(
        mirrored(halves.subarray(face * faceLength, (face + 1) * faceLength), size), size, size, THREE.RGBAFormat,
        THREE.HalfFloatType)));
    texture.format = THREE.RGBAFormat;
    texture.type = THREE.HalfFloatType;
    texture.colorSpace = THREE.LinearSRGBColorSpace;
    texture.minFilter = texture.magFilter = THREE.LinearFilter;
    texture.generateMipmaps = false;
    texture.needsUpdate = true;
    return texture;
}
