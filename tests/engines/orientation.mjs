// node orientation.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --map FILE.exr|degree2 --work DIR
//
// An engine loads a panorama, and then six faces, by itself and lights a white sphere with it; `project --for ENGINE`
// reads the same files. Of the 48 ways in which the axes of its coefficients can be permuted and mirrored, the one that
// is written must be the nearest to the engine by far. "degree2" is the environment of environment.mjs, which three bands
// hold whole: on it the scale must be right, too.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";
import { faceFiles, irradianceOverPi, paintMap, panoramaFile, radiance, readExr, reduced } from "./environment.mjs";
import { irradianceOf, rmsOf } from "./irradiance.mjs";

const kLead = 3; // the next best must be as many times farther off: no map here is so symmetric that it could not be
const kScaleTolerance = 0.005; // of the average over the six axes
const kDegree2 = "degree2";
const kFaceNames = ["px", "nx", "py", "ny", "pz", "nz"];

const command = readCommand("map"), engine = command.subject;

// All permutations of x y z with all signs, the identity first.
const kAxisMaps = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].flatMap((order) =>
    Array.from({ length: 8 }, (_, signs) => (d) => order.map((axis, i) => (signs >> i & 1 ? -d[axis] : d[axis]))));

const percent = (value) => `${(100 * value).toFixed(2)} %`;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const rms = (samples, irradiance, map) => rmsOf(samples, (normal) => irradiance(map(normal))).rms;

function writeInputs(name, kind, rgb) {
    const folder = join(command.work, `${engine}-${name}-${kind}`);
    mkdirSync(folder, { recursive: true });
    const files = kind === "panorama" ? { [`${name}.hdr`]: panoramaFile(rgb) }
        : Object.fromEntries(faceFiles(rgb).map((bytes, i) => [`${name}_${kFaceNames[i]}.hdr`, bytes]));
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
    return { input: join(folder, kind === "panorama" ? `${name}.hdr` : `${name}_%.hdr`), files };
}

// What the engine is given, and five bands with the very turn and axes that it says, which follow a map so closely that
// what they leave out does not blur which axes are right.
function project(input, kind) {
    const from = kind === "cubemap" ? ["--from", engine] : [];
    const given = command.project(input, "--for", engine, ...from);
    const turn = (given.turned ?? [0, 0, 0]).join(",");
    const five = command.project(input, ...from, "--bands", "5", "--rotate", turn, "--axes", given.axes ?? "keep");
    return { given: given.coefficients, five: five.coefficients };
}

const worst = (pairs, average) =>
    Math.max(...pairs.flatMap(([a, b]) => a.map((value, c) => Math.abs(value - b[c])))) / average;

// The largest difference of the six axes, relative to their average: of ours from the engine, and of the engine from the sum
// over the hemisphere. Ours must be the engine's, or where the engine is farther from the sum than that, the sum's.
function checkScale(samples, irradiance) {
    const axes = [0, 1, 2].flatMap((i) => [1, -1].map((sign) => [0, 1, 2].map((j) => (i === j ? sign : 0))));
    const near = axes.map((axis) => samples.reduce((best, sample) => (dot(sample.normal, axis) > dot(best.normal, axis) ? sample : best)));
    const truths = kAxisMaps.map((map) => near.map(({ normal }) => irradianceOverPi(map(normal))));
    const average = truths[0].flat().reduce((sum, value) => sum + value, 0) / 18;
    const ours = near.map(({ normal }) => irradiance(normal)), engine = near.map(({ rgb }) => rgb);
    const zip = (a, b) => a.map((value, i) => [value, b[i]]);
    const fromTruth = (values) => Math.min(...truths.map((truth) => worst(zip(values, truth), average)));
    const difference = worst(zip(ours, engine), average), own = fromTruth(engine), oursOwn = fromTruth(ours);
    console.log(`  six axes, of their average: ours is ${percent(difference)} from the engine at most, which is ` +
        `${percent(own)} from the sum over the hemisphere; ours ${percent(oursOwn)}`);
    return (own > kScaleTolerance ? oursOwn : difference) <= kScaleTolerance;
}

// Whether ours is the nearest, and by kLead.
async function check(name, kind, rgb) {
    const { input, files } = writeInputs(name, kind, rgb);
    const served = Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`/${file}`, bytes]));
    const result = await show(command, engine, "renderEnvironment", Object.keys(served), served);
    const { given, five } = project(input, kind);
    // Babylon.js makes three bands itself; the others sum texels, which five bands follow closely enough.
    const irradiance = engine === "babylon" ? irradianceOf(engine, given) : irradianceOf("canonical", five);
    const errors = kAxisMaps.map((map) => rms(result.samples, irradiance, map));
    const ours = errors[0], next = Math.min(...errors.slice(1));
    console.log(`${result.engine}, ${name}, ${kind}: rms ${percent(ours)} of the mean; the next best of 48 axis maps: ${percent(next)}`);
    const isScaled = name !== kDegree2 || checkScale(result.samples, irradianceOf(engine, given));
    return result.samples.length >= 500 && ours * kLead <= next && isScaled;
}

const name = basename(command.map, ".exr");
const rgb = name === kDegree2 ? paintMap(radiance) : reduced(await readExr(command.map, command.modules));
for (const kind of ["panorama", "cubemap"])
    expect(await check(name, kind, rgb), `the least rms of all, at most 1/${kLead} of the next best's`);
