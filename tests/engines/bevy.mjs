// node bevy.mjs bevy --probenorm EXE --modules DIR --chromium EXE --work DIR --python EXE
//
// What `probenorm make --for bevy` writes, read by ktx-parse and zstddec (of three.js) and held against the rules of bevy's loader
// (bevy_image/src/ktx2.rs) and of its shader (environment_map.wgsl), which samples with z negated: the first mip shows the map, and the
// cubemap of irradiance its light, by brute force.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bruteForce, expect, readCommand } from "./browser.mjs";
import { percent } from "./row.mjs";

const command = readCommand("python"), folder = join(command.work, "bevy"), kSize = 32;
mkdirSync(folder, { recursive: true });
const library = (name) => import(pathToFileURL(join(command.modules, "node_modules/three/examples/jsm/libs", name)));
const { read } = await library("ktx-parse.module.js"), { ZSTDDecoder } = await library("zstddec.module.js");
bruteForce(command, ["map", join(folder, "sky.exr")]);
const printed = command.run("make", join(folder, "sky.exr"), "--for", "bevy", "--size", String(kSize), "--device", "cpu", "-o", folder);
expect(printed.includes("EnvironmentMapLight"), "lines of Rust");

const zstd = new ZSTDDecoder();
await zstd.init();
const kRgb9e5 = 123, kZstd = 2;
async function facesOf(name, size, mips) {
    const { vkFormat, supercompressionScheme, pixelWidth, faceCount, layerCount, levels } = read(readFileSync(join(folder, name)));
    expect(vkFormat === kRgb9e5 && supercompressionScheme === kZstd, "RGB9E5 in Zstandard, which bevy makes Rgb9e5Ufloat");
    expect(pixelWidth === size && faceCount === 6 && layerCount === 0 && levels.length === mips, `a cubemap of ${size} with ${mips} mips`);
    const { levelData, uncompressedByteLength } = levels[0], bytes = zstd.decode(levelData, uncompressedByteLength);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, uncompressedByteLength / 4);
}
const unpack = (texel) => [0, 9, 18].map((shift) => ((texel >>> shift) & 511) * 2 ** ((texel >>> 27) - 24));

// In bevy's world, whose z is the file's negated.
function directionsOf(size) {
    const table = [(u, v) => [1, -v, -u], (u, v) => [-1, -v, u], (u, v) => [u, 1, v], (u, v) => [u, -1, -v], (u, v) => [u, -v, 1], (u, v) => [-u, -v, -1]];
    return table.flatMap((face) => Array.from({ length: size * size }, (_, i) => {
        const [u, v] = [i % size, Math.floor(i / size)].map((k) => (2 * k + 1) / size - 1), [x, y, z] = face(u, v), length = Math.hypot(x, y, z);
        return [x / length, y / length, -z / length];
    }));
}

async function check(name, size, mips, key, limit) {
    const directions = directionsOf(size), texels = await facesOf(name, size, mips);
    const truth = JSON.parse(bruteForce(command, ["bevy", "-"], JSON.stringify({ normals: key === "light" ? directions : [[0, 0, 1]], mirrors: key === "mirror" ? directions : [[0, 0, 1]] })))[key];
    const error = Math.max(...truth.map((rgb, i) => Math.max(...unpack(texels[i]).map((c, k) => Math.abs(c - rgb[k]))) / Math.max(...rgb)));
    console.log(`${name}: largest error ${percent(error)} of the texel's brightest channel`);
    expect(error <= limit, `at most ${percent(limit)}`);
}
await check("sky.ktx2", kSize, 3, "mirror", 0.02); // half a step of RGB9E5 is .2 %; a texel is the mean of 3 degrees
await check("sky_diffuse.ktx2", 32, 1, "light", 0.005);
