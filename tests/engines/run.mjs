// node run.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// ProbeNorm projects a known environment and writes it in the engine's convention; the engine lights a white Lambert
// sphere with it; each pixel is compared with the hemisphere integral of the environment. PlayCanvas's own projector writes
// 16 pi / 51 of it (docs/conventions.md), and so do we.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, runInBrowser } from "./browser.mjs";
import { cubemapDds, irradianceOverPi } from "./environment.mjs";

const kTolerance = 0.005; // of E / pi: the engines' shading is exact to 0.2 %, a wrong sign or scale is off by far more

const kScales = { playcanvas: (16 * Math.PI) / 51 };

function project(probenorm, convention, work) {
    mkdirSync(work, { recursive: true });
    const cubemap = join(work, `environment-${convention}.dds`);
    writeFileSync(cubemap, cubemapDds(256));
    const output = execFileSync(
        probenorm, ["project", cubemap, "--convention", convention, "--format", "json", "--device", "cpu"],
        { encoding: "utf8" });
    return JSON.parse(output).coefficients;
}

function worstError(samples, scale) {
    let worst = 0;
    for (const { normal, rgb } of samples) {
        const expected = irradianceOverPi(normal);
        for (let c = 0; c < 3; ++c) {
            const error = Math.abs(rgb[c] / (scale * expected[c]) - 1);
            worst = error <= worst ? worst : error; // keeps a NaN
        }
    }
    return worst;
}

const { values: options, positionals: [convention] } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
        ["probenorm", "modules", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const coefficients = project(options.probenorm, convention, options.work);
const { engine, samples } = await runInBrowser(options.chromium, await bundle(options.modules, convention, "render", coefficients));
const worst = worstError(samples, kScales[convention] ?? 1);
console.log(`${engine}: worst of ${samples.length} normals is ${(100 * worst).toFixed(3)} % off E / pi`);
if (samples.length < 500 || !(worst <= kTolerance)) {
    console.error(`expected at least 500 normals within ${100 * kTolerance} %`);
    process.exitCode = 1;
}
