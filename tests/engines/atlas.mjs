// node atlas.mjs playcanvas --probenorm EXE --modules DIR --chromium EXE --work DIR --python EXE
//
// The atlas that `probenorm prefilter --to playcanvas-atlas` writes of an asymmetric map lights a row of metal spheres and a white one in
// PlayCanvas as one of brute force does (brute_force_files.py), and shows the map itself in a mirror; one of the map turned by 90 degrees
// does not.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bruteForce, checkSphere, checkTruth, readCommand, show } from "./browser.mjs";
import { kPixels, nameOf } from "./row.mjs";

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
const map = join(folder, "sky.exr"), pathOf = (name) => join(folder, `${name}.png`);
bruteForce(command, ["map", map]);
const write = (name, ...words) => command.run("prefilter", map, "--to", "playcanvas-atlas", "--for", engine, "--device", "cpu", ...words,
    "-o", pathOf(name));
write("sky");
write("turned", "--rotate", "0,90,0");
bruteForce(command, [engine, pathOf("sky"), pathOf("brute")]);

const kNames = ["sky", "brute", "turned"];
const files = Object.fromEntries(kNames.map((name) => [`/${name}.png`, readFileSync(pathOf(name))]));
const lines = kNames.map((name) => kLines.replaceAll('"sky', `"${name}`));
const { engine: title, rows: [ours, brute, turned] } = await show(command, engine, "renderRows", [], files, lines);

console.log(`${title}\nsphere: error of the mean, largest of a pixel; the same of the turned map`);
ours.forEach((sphere, i) => checkSphere(nameOf(i), sphere, brute[i], turned[i], kPixelLimit));
const mirrors = kPixels.map(({ normal: [x, y, z] }) => [2 * x * z, 2 * y * z, 2 * z * z - 1]);
const truth = JSON.parse(bruteForce(command, [engine, "-"], JSON.stringify({ normals: mirrors, mirrors }))).mirror.flat();
checkTruth("mirror", ours[0], truth, turned[0], kMirrorLimit);
