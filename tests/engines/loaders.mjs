// node loaders.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --maps DIR --work DIR
//
// The engine's own loader takes the cubemaps that `probenorm resample --for ENGINE` writes of a map, and lights a white sphere
// with them, and that light is what `project --for ENGINE` finds in the map: light and reflection have one orientation.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, readCommand, show } from "./browser.mjs";
import { irradianceOf, rmsOf } from "./irradiance.mjs";

const kTolerance = 0.06; // of the mean: three bands leave 1.7 % of sunset; a wrong face is off by 20 %
const kOutputs = { // and the options that they are written with
    three: { "sky.ktx2": ["--mips"], "packed.ktx2": ["--mips", "--compress", "zstd"], "bc6h.dds": ["--mips", "--texels", "bc6h"], "sky_%.hdr": [] },
    babylon: { "sky.dds": ["--mips"] },
    playcanvas: { "sky_%.hdr": [], "rgbm_%.png": [] },
};
const kChanges = { "rgbm_%.png": ["--max-radiance", "64"] }; // which is all that it holds
const facesOf = (name) => (name.includes("%") ? ["px", "nx", "py", "ny", "pz", "nz"].map((face) => name.replace("%", face)) : [name]);

const command = readCommand("maps"), engine = command.subject;
const folder = join(command.work, `loader-${engine}`);
mkdirSync(folder, { recursive: true });
const map = join(command.maps, "sunset.exr");
for (const [output, more] of Object.entries(kOutputs[engine])) {
    const path = join(folder, output), change = kChanges[output] ?? [];
    const light = command.project(map, "--for", engine, ...change).coefficients;
    command.run("resample", map, "--for", engine, "--size", "128", ...(more.includes("--texels") ? [] : ["--texels", "rgba16f"]),
        "-o", path, ...more, ...change);
    const files = Object.fromEntries(facesOf(output).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
    const result = await show(command, engine, "renderEnvironment", Object.keys(files), files);
    const { rms, count } = rmsOf(result.samples, irradianceOf(engine, light));
    console.log(`${result.engine} loads ${output}: rms ${(100 * rms).toFixed(2)} % of the mean`);
    expect(count >= 1500 && rms <= kTolerance, `at least 500 normals within ${100 * kTolerance} %`);
}
