// node spheres.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --work DIR --map FILE --size N [--row FILE]
//
// A row of metal spheres in an engine, lit by the mips that `probenorm prefilter` writes of a cubemap of N texels per edge, and by a
// file of the same form whose mips are brute force (brute_force.mjs), each of the roughness that the engine's mapping gives it. And the
// mapping itself: with mips that hold their own roughness, a sphere shows the roughness that is read for it.
//
// --row keeps what the engine showed, for tests/witness/cycles_row.py.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";
import { makePrefilter } from "./brute_force.mjs";
import { facesOf, withColors } from "./cube_file.mjs";
import { errorsOf, kMeanLimit, kPixelLimit, kPixels, kRadius, kTile, kWhite, mean, percent, roughnessOf } from "./row.mjs";

const kRoughness = 0.07; // three.js takes the roughest mip, too: for what rough metal scatters more than once

// How engines read mips, by their own sources: the roughness of mip i of n, and the mip of a roughness.
const kMappings = {
    filament: [(i, n) => 1 - Math.sqrt(1 - i / (n - 1)), (r, n) => (n - 1) * r * (2 - r)],
    linear: [(i, n) => i / (n - 1), (r, n) => (n - 1) * r],
    babylon: [(i, n, size) => (i === 0 ? 0 : Math.min(1, Math.sqrt(2 ** (i / 0.8) / size))), (r, n, size) => 0.8 * Math.log2(size * r * r)],
};
// widened: the roughness that an engine makes of a material's where normals turn by kTurn from pixel to pixel.
const kTurn = 2 / (kRadius * kTile);
const kEngines = {
    three: { mapping: "filament", ending: "ktx2", mips: (size) => Math.log2(size) - 2, widened: (r) => Math.max(r, 0.0525) + kTurn },
    babylon: { mapping: "babylon", ending: "dds", mips: (size) => Math.log2(size) + 1, widened: (r) => Math.sqrt(r * r + 0.0005) },
    playcanvas: { mapping: "linear", ending: "ktx2", mips: () => 6, widened: (r) => r },
    filament: { mapping: "filament", ending: "ktx2", mips: (size) => Math.log2(size) - 3, widened: (r) => (r ** 4 + 0.6 * kTurn ** 2) ** 0.25 },
};

const command = readCommand("map", "size", "row"), engine = command.subject, size = Number(command.size);
const { mapping, ending, mips, widened } = kEngines[engine], count = mips(size), [roughnessAt, mipOf] = kMappings[mapping];
const roughness = Array.from({ length: count }, (_, i) => roughnessAt(i, count, size));
const folder = join(command.work, `spheres-${engine}`), source = join(folder, "source.ktx2"), ours = join(folder, `ours.${ending}`);
mkdirSync(folder, { recursive: true });

function bruteForce() {
    const texels = facesOf(read(source))[0].flatMap((face) => Array.from(face).filter((_, i) => i % 4 < 3));
    const prefilter = makePrefilter(Float64Array.from(texels, (value) => Math.max(0, value)), size);
    return roughness.map((r, mip) => prefilter(r, size >> mip));
}

const read = (path) => new Uint8Array(readFileSync(path)).buffer;
const flat = (values) => values.map((value, mip) => new Float64Array(18 * (size >> mip) ** 2).fill(value));

// What a material of roughness r reads by the mapping, filtered between mips; and what the middle of a sphere showed.
function readByMapping(r) {
    const at = Math.min(count - 1, Math.max(0, mipOf(Math.min(1, widened(r)), count, size))), below = Math.min(count - 2, Math.floor(at));
    return roughness[below] + (at - below) * (roughness[below + 1] - roughness[below]);
}
const middle = (sphere) => mean(sphere.filter((_, i) => kPixels[Math.floor(i / 3)].normal[2] > 0.98));

command.run("resample", command.map, "--to", "cubemap", "--size", `${size}`, "--texels", "rgba32f", "--overwrite", "-o", source);
command.run("prefilter", source, "--mapping", mapping, "--mips", `${count}`, "--texels", "rgba16f", "--device", "cpu", "--overwrite",
    "-o", ours);
const form = read(ours), chains = [form, ...[bruteForce(), flat(roughness.map(() => 1)), flat(roughness)].map((colors) => withColors(form, colors))];
const files = Object.fromEntries(chains.map((file, i) => [`/${i}.${ending}`, Buffer.from(file)])), urls = Object.keys(files);
if (engine === "filament")
    for (const name of ["filament.js", "filament.wasm"]) files[`/${name}`] = readFileSync(join(command.modules, "node_modules/filament", name));
const { engine: title, rows } = await show(command, engine, "renderRows", urls, files);
const [row, brute, white, mappingRow] = rows.map((spheres) => spheres.slice(0, kWhite));

console.log(`${title}, faces of ${size}, ${count} mips\nroughness, read as (by the mapping), error of the mean, largest of a pixel`);
row.forEach((sphere, i) => {
    const r = roughnessOf(i), [ofMean, ofPixel] = errorsOf(sphere, brute[i]), found = middle(mappingRow[i]) / middle(white[i]);
    console.log(`${r.toFixed(1)}  ${found.toFixed(3)} (${readByMapping(r).toFixed(3)})  ${percent(ofMean)}  ${percent(ofPixel)}`);
    expect(ofMean <= kMeanLimit && ofPixel <= kPixelLimit, `the mean within ${percent(kMeanLimit)}, pixels within ${percent(kPixelLimit)}`);
    expect(Math.abs(found - readByMapping(r)) <= kRoughness, `roughness ${r} read by the mapping ${mapping}`);
});
if (command.row) writeFileSync(command.row, JSON.stringify({ engine: title, size, source, pixels: kPixels, row }));
