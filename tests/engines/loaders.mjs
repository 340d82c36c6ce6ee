// node loaders.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --maps DIR --work DIR
//
// The engine's own loader takes the cubemaps that `probenorm resample` writes for it, and lights a white sphere with it, and
// that light is what `project --for ENGINE` finds in the same files.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";
import { irradianceOf, rmsOf } from "./irradiance.mjs";

const kTolerance = 0.06; // of the mean: three bands leave 1.7 % of sunset; a wrong face is off by 20 %
const kOutputs = { // and the options that they are written with; orientation.mjs has six faces as Radiance files
    three: { "sky.ktx2": ["--mips"], "packed.ktx2": ["--mips", "--compress", "zstd"] },
    babylon: { "sky.dds": ["--mips"] },
};

const command = readCommand("maps"), engine = command.subject;
const folder = join(command.work, `loader-${engine}`);
mkdirSync(folder, { recursive: true });
for (const [output, more] of Object.entries(kOutputs[engine])) {
    const path = join(folder, output);
    command.run("resample", join(command.maps, "sunset.exr"), "--size", "128", "--texels", "rgba16f", "-o", path, ...more);
    const result = await show(command, engine, "renderEnvironment", [`/${output}`], { [`/${output}`]: readFileSync(path) });
    const { rms, count } = rmsOf(result.samples, irradianceOf(engine, command.project(path, "--for", engine).coefficients));
    console.log(`${result.engine} loads ${output}: rms ${(100 * rms).toFixed(2)} % of the mean`);
    expect(count >= 1500 && rms <= kTolerance, `at least 500 normals within ${100 * kTolerance} %`);
}
