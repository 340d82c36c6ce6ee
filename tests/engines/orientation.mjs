// node orientation.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --map FILE.exr --work DIR
//
// An engine loads a panorama, and then six faces, by itself and lights a white sphere with it; `project --for ENGINE`
// reads the same files. Of the 48 ways in which the axes of its coefficients can be permuted and mirrored, the one that
// is written must be the nearest to the engine by far.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { runInBrowser } from "./browser.mjs";
import { bundle } from "./bundle.mjs";
import { irradianceOf } from "./irradiance.mjs";
import { faceFiles, panoramaFile, readMap } from "./maps.mjs";

const kLead = 3; // the next best must be as many times farther off: no map here is so symmetric that it could not be
const kFaceNames = ["px", "nx", "py", "ny", "pz", "nz"];

const { values: options, positionals: [engine] } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
        ["probenorm", "modules", "chromium", "map", "work"].map((name) => [name, { type: "string" }])),
});

// All permutations of x y z with all signs, the identity first.
const kAxisMaps = makeAxisMaps();

function makeAxisMaps() {
    const maps = [];
    for (const order of [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
        for (let signs = 0; signs < 8; ++signs)
            maps.push({
                name: order.map((axis, i) => (signs >> i & 1 ? "-" : "") + "xyz"[axis]).join(" "),
                map: (d) => order.map((axis, i) => (signs >> i & 1 ? -d[axis] : d[axis])),
            });
    return maps;
}

function rms(samples, irradiance, map) {
    let sum = 0, total = 0;
    for (const { normal, rgb } of samples) {
        const ours = irradiance(map(normal));
        for (let c = 0; c < 3; ++c) {
            sum += (ours[c] - rgb[c]) ** 2;
            total += rgb[c];
        }
    }
    return Math.sqrt(sum / (3 * samples.length)) / (total / (3 * samples.length));
}

function writeInputs(name, kind, rgb) {
    const folder = join(options.work, `${engine}-${name}-${kind}`);
    mkdirSync(folder, { recursive: true });
    const files = kind === "panorama" ? { [`${name}.hdr`]: panoramaFile(rgb) }
        : Object.fromEntries(faceFiles(rgb).map((bytes, i) => [`${name}_${kFaceNames[i]}.hdr`, bytes]));
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
    return { input: join(folder, kind === "panorama" ? `${name}.hdr` : `${name}_%.hdr`), files };
}

function probenorm(...args) {
    return JSON.parse(execFileSync(options.probenorm, ["project", ...args, "--format", "json", "--device", "cpu"],
        { encoding: "utf8" }));
}

// What the engine is given, and five bands with the very turn and axes that it says, which follow a map so closely that
// what they leave out does not blur which axes are right.
function project(input) {
    const given = probenorm(input, "--for", engine);
    const turn = (given.turned ?? [0, 0, 0]).join(",");
    const five = probenorm(input, "--bands", "5", "--rotate", turn, "--axes", given.axes ?? "keep");
    return { given: given.coefficients, five: five.coefficients };
}

// Whether ours is the nearest, and by kLead.
async function check(name, kind, rgb) {
    const { input, files } = writeInputs(name, kind, rgb);
    const served = Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`/${file}`, bytes]));
    const script = await bundle(options.modules, engine, "renderEnvironment", Object.keys(served));
    const result = await runInBrowser(options.chromium, script, served);
    const { given, five } = project(input);
    // Babylon.js makes three bands itself; the others sum texels, which five bands follow closely enough.
    const irradiance = engine === "babylon" ? irradianceOf(engine, given) : irradianceOf("canonical", five);
    const errors = kAxisMaps.map(({ map }) => rms(result.samples, irradiance, map));
    const ours = errors[0], next = Math.min(...errors.slice(1));
    const nextName = kAxisMaps[errors.indexOf(next, 1)].name;
    const given3 = rms(result.samples, irradianceOf(engine, given), (normal) => normal);
    const percent = (value) => `${(100 * value).toFixed(2)} %`;
    const given5 = rms(result.samples, irradianceOf("canonical", five), (normal) => normal);
    console.log(`${result.engine}, ${name}, ${kind}: rms ${percent(given3)} of the mean with three bands, ` +
        `${percent(given5)} with five; the next best of 48 axis maps, ${nextName}: ${percent(next)}`);
    return result.samples.length >= 500 && ours * kLead <= next;
}


const three = await import(join(options.modules, "node_modules/three/build/three.module.js"));
const { EXRLoader } = await import(join(options.modules, "node_modules/three/examples/jsm/loaders/EXRLoader.js"));
const name = basename(options.map, ".exr");
const rgb = await readMap(options.map, EXRLoader, three.FloatType);
for (const kind of ["panorama", "cubemap"])
    if (!(await check(name, kind, rgb))) {
        console.error(`expected the least rms of all, at most 1/${kLead} of the next best's`);
        process.exitCode = 1;
    }
