// node lights.mjs MAP.exr --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// What `probenorm lights` writes lights a white sphere in three.js as the map does: its lights, and those of its glTF file, with
// the residual as environment, and its lights with the residual's coefficients. The truth is the sum over all texels of the map.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, runInBrowser } from "./browser.mjs";
import { rmsOf } from "./irradiance.mjs";

const kTolerance = 0.02; // rms, of the mean

const { values: options, positionals: [map] } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(["probenorm", "modules", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const run = (...args) => execFileSync(options.probenorm, args, { encoding: "utf8" });

async function readTexels(path) {
    const three = await import(join(options.modules, "node_modules/three/build/three.module.js"));
    const { EXRLoader } = await import(join(options.modules, "node_modules/three/examples/jsm/loaders/EXRLoader.js"));
    const bytes = readFileSync(path);
    return new EXRLoader().setDataType(three.FloatType).parse(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

// E / pi of each normal: three.js shows (x, y, z) at u = 1/2 + atan2(z, x) / 2 pi, and the loader's row 0 is at the bottom.
function irradiances({ data, width, height }, normals) {
    const sums = normals.map(() => [0, 0, 0]);
    for (let y = 0; y < height; ++y) {
        const below = (Math.PI * y) / height, above = (Math.PI * (y + 1)) / height, theta = (below + above) / 2;
        const solidAngle = ((Math.cos(below) - Math.cos(above)) * 2 * Math.PI) / width;
        for (let x = 0; x < width; ++x) {
            const phi = 2 * Math.PI * ((x + 0.5) / width - 0.5), at = (y * width + x) * 4;
            const dx = Math.sin(theta) * Math.cos(phi), dy = -Math.cos(theta), dz = Math.sin(theta) * Math.sin(phi);
            for (let i = 0; i < normals.length; ++i) {
                const weight = (normals[i][0] * dx + normals[i][1] * dy + normals[i][2] * dz) * solidAngle / Math.PI;
                if (weight > 0) for (let c = 0; c < 3; ++c) sums[i][c] += weight * data[at + c];
            }
        }
    }
    return sums;
}

const folder = join(options.work, "lights");
mkdirSync(folder, { recursive: true });
const name = basename(map, ".exr"), residual = join(folder, `${name}.hdr`);
const { lights } = JSON.parse(run("lights", map, "--format", "three"));
run("lights", map, "--residual", join(folder, `${name}.exr`), "-o", join(folder, `${name}.txt`));
run("resample", join(folder, `${name}.exr`), "--to", "equirect", "-o", residual);
const { coefficients } = JSON.parse(run("project", residual, "--for", "three", "--format", "json", "--device", "cpu"));

const texels = await readTexels(map);
let truths;
async function show(title, page, argument, files) {
    const result = await runInBrowser(options.chromium, await bundle(options.modules, "three", page, argument), files);
    truths ??= irradiances(texels, result.samples.map(({ normal }) => normal));
    const expected = new Map(result.samples.map(({ normal }, i) => [normal, truths[i]]));
    const { rms, count } = rmsOf(result.samples, (normal) => expected.get(normal));
    console.log(`${result.engine}, ${name}, ${lights.length} lights and ${title}: rms ${(100 * rms).toFixed(2)} % of the mean`);
    if (count < 1500 || !(rms <= kTolerance)) {
        console.error(`expected at least 500 normals within ${100 * kTolerance} %`);
        process.exitCode = 1;
    }
}
const served = { [`/${name}.hdr`]: readFileSync(residual) }, urls = Object.keys(served);
await show("the residual as environment", "renderLit", { urls, lights }, served);
await show("the same by glTF", "renderLit", { urls, gltf: run("lights", map, "--format", "gltf") }, served);
await show("its coefficients", "renderProbe", { coefficients, lights }, {});
