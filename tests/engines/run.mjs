// node run.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// ProbeNorm projects a known environment and writes it in the engine's convention; the engine lights a white Lambert
// sphere with it; each pixel is compared with the hemisphere integral of the environment. PlayCanvas's own projector writes
// 16 pi / 51 of it (docs/conventions.md), and so do we.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";
import { cubemapDds, irradianceOverPi } from "./environment.mjs";

const kTolerance = 0.005; // of E / pi: the engines' shading is exact to 0.2 %, a wrong sign or scale is off by far more

const kScales = { playcanvas: (16 * Math.PI) / 51 };

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

const command = readCommand(), convention = command.subject;
mkdirSync(command.work, { recursive: true });
const cubemap = join(command.work, `environment-${convention}.dds`);
writeFileSync(cubemap, cubemapDds(256));
const { coefficients } = command.project(cubemap, "--convention", convention);
const { engine, samples } = await show(command, convention, "render", coefficients);
const worst = worstError(samples, kScales[convention] ?? 1);
console.log(`${engine}: worst of ${samples.length} normals is ${(100 * worst).toFixed(3)} % off E / pi`);
expect(samples.length >= 500 && worst <= kTolerance, `at least 500 normals within ${100 * kTolerance} %`);
