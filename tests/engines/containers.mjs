// node containers.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --map FILE --work DIR
//
// The engine's own file, which `prefilter --for ENGINE` writes of a map, shows a row of metal spheres what the same mips show as half
// floats, and holds the light that `project --for ENGINE` finds in the map.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";

const kEngines = {
    babylon: ["env", "dds"],
    filament: ["ktx", "ktx2"],
};

const kMean = 0.005, kPixel = 0.02; // of the sphere; of the pixel, or half of its sphere's mean where it is darker

const command = readCommand("map"), engine = command.subject, [own, halves] = kEngines[engine];
const folder = join(command.work, `containers-${engine}`);
mkdirSync(folder, { recursive: true });
const files = {};
for (const ending of [own, halves]) {
    const path = join(folder, `sky.${ending}`);
    command.run("prefilter", command.map, "--for", engine, "--size", "64", "--max-radiance", "200", "--device", "cpu", "-o", path);
    files[`/sky.${ending}`] = readFileSync(path);
}
const urls = Object.keys(files);
if (engine === "filament")
    for (const name of ["filament.js", "filament.wasm"]) files[`/${name}`] = readFileSync(join(command.modules, "node_modules/filament", name));
const { engine: title, rows: [found, expected], harmonics } = await show(command, engine, "renderRows", urls, files);

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
found.forEach((sphere, i) => {
    const level = average(expected[i]), ofMean = Math.abs(average(sphere) / level - 1);
    const ofPixel = Math.max(...sphere.map((value, k) => Math.abs(value - expected[i][k]) / Math.max(expected[i][k], level / 2)));
    console.log(`${title}, sphere ${i}: mean ${(100 * ofMean).toFixed(2)} %, worst pixel ${(100 * ofPixel).toFixed(2)} %`);
    expect(ofMean <= kMean && ofPixel <= kPixel, `the mean within ${100 * kMean} %, pixels within ${100 * kPixel} %`);
});
const light = command.project(command.map, "--for", engine, "--window", "auto", "--max-radiance", "200").coefficients.flat();
const held = harmonics[0].length === 27 ? Math.max(...light.map((value, i) => Math.abs(value - harmonics[0][i]))) / light[0] : NaN;
console.log(`${title}: coefficients ${(100 * held).toFixed(5)} % of L00 off`);
expect(held <= 1e-4, "the light of project in the file");
