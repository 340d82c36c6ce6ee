// node run.mjs --scene EXE --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// Prepares a small form of samples/web, opens it in headless Chromium, and writes what it measured to WORK/measured.json.
// A console error fails, and so do stored data that are of other scenes than samples/web/scenes.json says.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { expect } from "../engines/browser.mjs";
import { prepare } from "../../samples/web/prepare.mjs";
import { reportOfPage, sample } from "./page.mjs";

const { values: options } = parseArgs({
    options: Object.fromEntries(["scene", "probenorm", "modules", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const data = join(options.work, "data");
prepare({ scene: options.scene, probenorm: options.probenorm, data, isSmall: true });

// A room without what paths find.
function shapesOf(folder, name) {
    const room = JSON.parse(readFileSync(join(folder, name, "room.json")));
    return JSON.stringify({ ...room, states: room.states.map(({ name: state, sun, sky, lamps }) => ({ state, sun, sky, lamps })) });
}

for (const name of JSON.parse(readFileSync(join(data, "scenes.json"))))
    expect(shapesOf(data, name) === shapesOf(join(sample, "data"), name), `samples/web/data to have ${name} as its scene file has it: run prepare.mjs`);
const report = await reportOfPage("measure.mjs", data, options);
writeFileSync(join(options.work, "measured.json"), JSON.stringify(report));
console.log(`${report.engine}: ${report.views.map((v) => `${v.scene}/${v.view} ${v.samples.length} pixels`).join(", ")}`);
