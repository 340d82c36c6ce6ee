// node loaders.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --maps DIR --work DIR
//
// The engine's own loader takes the cubemap that `probenorm resample` writes for it, lights a white sphere with it, and
// that light is what `project --for ENGINE` finds in the same files.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runInBrowser } from "./browser.mjs";
import { bundle } from "./bundle.mjs";
import { irradianceOf } from "./irradiance.mjs";

// Of the mean: three bands leave 1.7 % of sunset, and PlayCanvas's own samples 3 % more; a wrong face is off by 20 %.
const kTolerance = 0.06;
const kFaces = ["px", "nx", "py", "ny", "pz", "nz"];
const kOutputs = { three: "sky_%.hdr", playcanvas: "sky_%.hdr", babylon: "sky.dds" };

const { values: options, positionals: [engine] } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
        ["probenorm", "modules", "chromium", "maps", "work"].map((name) => [name, { type: "string" }])),
});

const folder = join(options.work, `loader-${engine}`);
mkdirSync(folder, { recursive: true });
const output = join(folder, kOutputs[engine]);
const run = (...args) => execFileSync(options.probenorm, args, { encoding: "utf8" });
run("resample", join(options.maps, "sunset.exr"), "--size", "128", "--texels", "rgba16f", "-o", output,
    ...(engine === "babylon" ? ["--mips"] : []));
const names = output.includes("%") ? kFaces.map((face) => kOutputs[engine].replace("%", face)) : [kOutputs[engine]];
const files = Object.fromEntries(names.map((name) => [`/${name}`, readFileSync(join(folder, name))]));
const script = await bundle(options.modules, engine, "renderEnvironment", Object.keys(files));
const result = await runInBrowser(options.chromium, script, files);

const { coefficients } = JSON.parse(run("project", output, "--for", engine, "--format", "json", "--device", "cpu"));
const irradiance = irradianceOf(engine, coefficients);
let sum = 0, total = 0;
for (const { normal, rgb } of result.samples)
    irradiance(normal).forEach((value, c) => {
        sum += (value - rgb[c]) ** 2;
        total += rgb[c];
    });
const count = 3 * result.samples.length;
const rms = Math.sqrt(sum / count) / (total / count);
console.log(`${result.engine} loads ${kOutputs[engine]}: rms ${(100 * rms).toFixed(2)} % of the mean`);
if (count < 1500 || !(rms <= kTolerance)) {
    console.error(`expected at least 500 normals within ${100 * kTolerance} %`);
    process.exitCode = 1;
}
