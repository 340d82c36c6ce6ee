// node atlas.mjs playcanvas --probenorm EXE --modules DIR --chromium EXE --work DIR --python EXE
//
// The atlas that `probenorm prefilter --to playcanvas-atlas` writes of an asymmetric map lights a row of metal spheres and a white one in
// PlayCanvas as one of brute force does (brute_force_files.py), and shows the map itself in a mirror; one of the map turned by 90 degrees
// does not.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, readCommand, show } from "./browser.mjs";
import { errorsOf, kMeanLimit, kPixels, kWhite, mean, percent, roughnessOf } from "./row.mjs";

const kLines = `
const asset = new pc.Asset("sky", "texture", { url: "sky.png" }, { type: "rgbp", mipmaps: false, addressu: "clamp", addressv: "clamp" });
app.assets.add(asset);
app.assets.load(asset);
asset.ready(() => app.scene.envAtlas = asset.resource);
`;
const kPixelLimit = 0.04; // a step of a texel is up to .8 %, and the atlas is interpolated from coarser cubes
const kMirrorLimit = 0.35; // rms, of the mean: 64 pixels see mips of the sharp map

const command = readCommand("python"), engine = command.subject, folder = join(command.work, "atlas");
mkdirSync(folder, { recursive: true });
const script = join(dirname(fileURLToPath(import.meta.url)), "brute_force_files.py");
const python = (words, input = "") => execFileSync(command.python, ["-B", script, ...words], { input, encoding: "utf8" });
const map = join(folder, "sky.exr"), pathOf = (name) => join(folder, `${name}.png`);
python(["map", map]);
const write = (name, ...words) => command.run("prefilter", map, "--to", "playcanvas-atlas", "--for", engine, "--device", "cpu", ...words,
    "-o", pathOf(name));
write("sky");
write("turned", "--rotate", "0,90,0");
python([engine, pathOf("sky"), pathOf("brute")]);

const kNames = ["sky", "brute", "turned"];
const files = Object.fromEntries(kNames.map((name) => [`/${name}.png`, readFileSync(pathOf(name))]));
const lines = kNames.map((name) => kLines.replaceAll('"sky', `"${name}`));
const { engine: title, rows: [ours, brute, turned] } = await show(command, engine, "renderRows", [], files, lines);

console.log(`${title}\nsphere: error of the mean, largest of a pixel; the same of the turned map`);
ours.forEach((sphere, i) => {
    const [ofMean, ofPixel] = errorsOf(sphere, brute[i]), [wrongMean, wrongPixel] = errorsOf(turned[i], brute[i]);
    const name = i === kWhite ? "white" : `metal ${roughnessOf(i).toFixed(1)}`;
    console.log(`${name}: ${percent(ofMean)}, ${percent(ofPixel)}; turned ${percent(wrongMean)}, ${percent(wrongPixel)}`);
    expect(ofMean <= kMeanLimit && ofPixel <= kPixelLimit, `the mean within ${percent(kMeanLimit)}, pixels within ${percent(kPixelLimit)}`);
    expect(wrongMean > kMeanLimit && wrongPixel > kPixelLimit, "the turned map outside of both");
});
const mirrors = kPixels.map(({ normal: [x, y, z] }) => [2 * x * z, 2 * y * z, 2 * z * z - 1]);
const truth = JSON.parse(python([engine, "-"], JSON.stringify({ normals: mirrors, mirrors }))).mirror.flat();
const [rms, wrongRms] = [ours[0], turned[0]].map((values) =>
    Math.sqrt(mean(values.map((value, i) => (value - truth[i]) ** 2))) / mean(truth));
console.log(`mirror, beside the map itself: rms ${percent(rms)} of the mean; turned ${percent(wrongRms)}`);
expect(rms <= kMirrorLimit && wrongRms > 2 * kMirrorLimit, `at most ${percent(kMirrorLimit)}, and twice as much of the turned map`);
