// node loaders.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --maps DIR --work DIR
//
// The engine's own loader takes the cubemaps that `probenorm resample` writes for it, and lights a white sphere with it, and
// that light is what `project --for ENGINE` finds in the same files.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, runInBrowser } from "./browser.mjs";
import { irradianceOf, rmsOf } from "./irradiance.mjs";

// Of the mean: three bands leave 1.7 % of sunset, and PlayCanvas's own samples 3 % more; a wrong face is off by 20 %.
const kTolerance = 0.06;
const kFaces = ["px", "nx", "py", "ny", "pz", "nz"];
const kOutputs = { // and the options that they are written with
    three: { "sky_%.hdr": [], "sky.ktx2": ["--mips"], "packed.ktx2": ["--mips", "--compress", "zstd"] },
    playcanvas: { "sky_%.hdr": [] },
    babylon: { "sky.dds": ["--mips"] },
};

const { values: options, positionals: [engine] } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
        ["probenorm", "modules", "chromium", "maps", "work"].map((name) => [name, { type: "string" }])),
});

const folder = join(options.work, `loader-${engine}`);
mkdirSync(folder, { recursive: true });
const run = (...args) => execFileSync(options.probenorm, args, { encoding: "utf8" });

async function check(output, more) {
    const path = join(folder, output);
    run("resample", join(options.maps, "sunset.exr"), "--size", "128", "--texels", "rgba16f", "-o", path, ...more);
    const names = output.includes("%") ? kFaces.map((face) => output.replace("%", face)) : [output];
    const files = Object.fromEntries(names.map((name) => [`/${name}`, readFileSync(join(folder, name))]));
    const script = await bundle(options.modules, engine, "renderEnvironment", Object.keys(files));
    const result = await runInBrowser(options.chromium, script, files);
    const { coefficients } = JSON.parse(run("project", path, "--for", engine, "--format", "json", "--device", "cpu"));
    const { rms, count } = rmsOf(result.samples, irradianceOf(engine, coefficients));
    console.log(`${result.engine} loads ${output}: rms ${(100 * rms).toFixed(2)} % of the mean`);
    return count >= 1500 && rms <= kTolerance;
}

for (const [output, more] of Object.entries(kOutputs[engine]))
    if (!(await check(output, more))) {
        console.error(`expected at least 500 normals within ${100 * kTolerance} %`);
        process.exitCode = 1;
    }
