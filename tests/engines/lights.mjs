// node lights.mjs MAP.exr --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// What `probenorm lights` writes lights a white sphere in three.js as the map does: its lights, and those of its glTF file, with
// the residual as environment, and its lights with the residual's coefficients. The truth is the sum over all texels of the map.
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";
import { readExr } from "./environment.mjs";
import { rmsOf } from "./irradiance.mjs";

const kTolerance = 0.02; // rms, of the mean
const command = readCommand(), map = command.subject, run = command.run;

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

const folder = join(command.work, "lights");
mkdirSync(folder, { recursive: true });
const name = basename(map, ".exr"), residual = join(folder, `${name}.hdr`);
const { lights } = JSON.parse(run("lights", map, "--format", "three"));
run("lights", map, "--residual", join(folder, `${name}.exr`), "-o", join(folder, `${name}.txt`));
run("resample", join(folder, `${name}.exr`), "--to", "equirect", "-o", residual);
const { coefficients } = command.project(residual, "--for", "three");

const texels = await readExr(map, command.modules);
let truths;
async function check(title, page, argument, files) {
    const result = await show(command, "three", page, argument, files);
    truths ??= irradiances(texels, result.samples.map(({ normal }) => normal));
    const expected = new Map(result.samples.map(({ normal }, i) => [normal, truths[i]]));
    const { rms, count } = rmsOf(result.samples, (normal) => expected.get(normal));
    console.log(`${result.engine}, ${name}, ${lights.length} lights and ${title}: rms ${(100 * rms).toFixed(2)} % of the mean`);
    expect(count >= 1500 && rms <= kTolerance, `at least 500 normals within ${100 * kTolerance} %`);
}
const served = { [`/${name}.hdr`]: readFileSync(residual) }, urls = Object.keys(served);
await check("the residual as environment", "renderLit", { urls, lights }, served);
await check("the same by glTF", "renderLit", { urls, gltf: run("lights", map, "--format", "gltf") }, served);
await check("its coefficients", "renderProbe", { coefficients, lights }, {});
