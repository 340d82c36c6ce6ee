// node reflections.mjs ENGINE --probenorm EXE --modules DIR --chromium EXE --work DIR --python EXE
//
// The package's normalizeReflections() in a stock material of the engine, against pnEvaluateReflection. The environment has one
// radiance, so that the material's picture of it is known; the lights are any.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommand, show } from "./browser.mjs";
import { kViews, radiusOfSphere } from "./views.mjs";

const command = readCommand("python"), engine = command.subject;
const radiance = [0.5, 1, 0.25], intensity = 0.8;
const dimmed = (values) => values.map((e) => intensity * e);
// Coefficients of radiance: dim light from above and left, and bright light from below. Neither rings, so nothing is windowed.
const probe = [[1, 1.2, 0.8], [0.5, 0.4, 0.2], [-0.2, 0.1, 0.3], [-0.3, 0.2, 0.1], [0.1, 0.05, 0], [0, 0.1, 0.1], [0.2, 0.1, -0.1], [0.05, 0, 0.1], [-0.1, 0.1, 0]];
const local = [[3, 2, 1], [-1.2, -0.7, 0.3], [0.9, 0.6, 0.2], [0.3, -0.2, 0.1], [-0.2, 0.1, 0.1], [0.2, 0, 0.1], [-0.2, 0.2, 0.1], [0.1, 0.1, 0], [0.3, 0.1, 0.1]];
const kBands = [1, 2 / 3, 1 / 4];
// As the engine takes them (docs/conventions.md): Babylon.js has those of irradiance over pi, with the sign of Condon and Shortley.
const convert = { three: (row) => row, babylon: (row, i) => row.map((e) => e * kBands[Math.floor(Math.sqrt(i))] * (i % 2 ? -1 : 1)) }[engine];
// Babylon.js sees from the camera's place also where it projects orthographically.
const viewOf = { three: (toward) => toward, babylon: (toward, normal) => toward.map((e, i) => 3 * e - radiusOfSphere * normal[i]) }[engine];

const roughnesses = [0.1, 0.5, 0.9];
const lights = { probe: probe.map(convert), own: probe.map(dimmed).map(convert), local: local.map(convert) };
const found = await show(command, engine, "renderReflections", { radiance, intensity, lights, roughnesses });
const materials = found.map(({ plain, own, normalized }, m) => ({
    roughness: roughnesses[m], samples: plain.map(({ normal, rgb }, i) => ({
        normal, view: viewOf(kViews[Math.floor((i * kViews.length) / plain.length)].toward, normal), plain: rgb, own: own[i].rgb,
        normalized: normalized[i].rgb })) }));
const measured = join(command.work, `reflections-${engine}.json`);
writeFileSync(measured, JSON.stringify({ radiance: dimmed(radiance), probe: probe.map(dimmed), local, materials }));
execFileSync(command.python, ["-B", join(dirname(fileURLToPath(import.meta.url)), "reflections.py"), measured], { stdio: "inherit" });
