// node make.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --work DIR --python EXE
//
// What `probenorm make --for ENGINE` writes of an asymmetric map, loaded by the very lines that it prints, shows a row of metal spheres and a
// white one what files of the same form with brute force show (brute_force_files.py). The coefficients alone show the white sphere what
// those of brute force do. Files of the map turned by 90 degrees do not. And the mirror shows the map itself, where the engine shows a
// map by docs/conventions.md, and the coefficients show the hemisphere's integral over it: light and reflection have one orientation.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bruteForce, checkSphere, checkTruth, expect, readCommand, show } from "./browser.mjs";
import { kPixels, kWhite, nameOf } from "./row.mjs";

const kNames = ["sky", "brute", "turned"];
const kMirrorLimit = 0.35, kLightLimit = 0.12; // rms, of the mean: Filament blurs its mirrors, and three bands the light
const kToLight = [0.6, 0.48, 0.64];
const kEndings = { three: "ktx2", babylon: "env", playcanvas: "dds", filament: "ktx", cesium: "ktx2" };

const command = readCommand("python"), engine = command.subject, folder = join(command.work, `make-${engine}`);
mkdirSync(folder, { recursive: true });
const map = join(folder, "sky.exr");
bruteForce(command, ["map", map]);
copyFileSync(map, join(folder, "turned.exr"));
const make = (...words) => command.run("make", ...words, "--for", engine, "--size", "64", "--device", "cpu", "-o", folder);
const printed = make(map);
make(join(folder, "turned.exr"), "--rotate", "0,90,0");
bruteForce(command, [engine, join(folder, `sky.${kEndings[engine]}`), join(folder, `brute.${kEndings[engine]}`)]);

// The cubemap's lines and the coefficients', for each name; and CesiumJS' for a light, whose file here is not of the map.
const isLights = (part) => part.startsWith("// one of the lights");
const all = printed.trim().split("\n\n").slice(1).filter((part) => !part.startsWith("// C++")), parts = all.filter((part) => !isLights(part));
expect(parts.length === 2, "lines in two parts");
const lines = kNames.flatMap((name) => parts.map((part) => part.replaceAll('"sky', `"${name}`)));
lines.push(...all.filter(isLights).map((part) => part.replaceAll('"sky', '"lit')));
writeFileSync(join(folder, "lit_lights.json"), JSON.stringify({ lights: [{ direction: kToLight }] }));
const files = Object.fromEntries(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
if (engine === "filament")
    for (const name of ["filament.js", "filament.wasm"]) files[`/${name}`] = readFileSync(join(command.modules, "node_modules/filament", name));
if (engine === "cesium") {
    const cesium = join(command.modules, "node_modules/@cesium/engine"), workers = join(cesium, "Build/Workers");
    for (const name of readdirSync(workers)) files[`/cesium/Workers/${name}`] = readFileSync(join(workers, name));
    files["/cesium/ThirdParty/basis_transcoder.wasm"] = readFileSync(join(cesium, "Source/ThirdParty/basis_transcoder.wasm"));
}
const { engine: title, towards, rows: [ours, oursSh, brute, bruteSh, turned, turnedSh] } = await show(command, engine, "renderRows", [], files, lines);

console.log(`${title}\nsphere: error of the mean, largest of a pixel; the same of the turned map`);
ours.forEach((sphere, i) => checkSphere(nameOf(i), sphere, brute[i], turned[i]));
checkSphere("white, coefficients alone", oursSh[kWhite], bruteSh[kWhite], turnedSh[kWhite]);

// In the engine's own axes; Babylon.js, whose are left-handed, has x to the left.
const toEngine = ([x, y, z]) => [engine === "babylon" ? -x : x, y, z];
const normals = kPixels.map(({ normal }) => normal), mirrors = normals.map(([x, y, z]) => [2 * x * z, 2 * y * z, 2 * z * z - 1]);
const truth = JSON.parse(bruteForce(command, [engine, "-"], JSON.stringify({ normals: normals.map(toEngine), mirrors: mirrors.map(toEngine) })));
checkTruth("mirror", ours[0], truth.mirror.flat(), turned[0], kMirrorLimit);
checkTruth("white, coefficients alone", oursSh[kWhite], truth.light.flat(), turnedSh[kWhite], kLightLimit);

// The light comes from where image-based lighting looks its direction up; 1e-6: doubles, and a place of 1e7.
if (engine === "cesium") {
    const off = Math.hypot(...kToLight.map((value, i) => value - towards.at(-1)[i]));
    console.log(`light: ${off} off its direction in the files`);
    expect(off < 1e-6, "scene.light from the direction of the lights' file");
}
