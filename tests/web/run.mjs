// node run.mjs --scene EXE --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// Prepares a small form of samples/web, opens it in headless Chromium, and writes what it measured to WORK/measured.json.
// A console error fails.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reportOf } from "../engines/browser.mjs";
import { prepare } from "../../samples/web/prepare.mjs";
import { createPageServer } from "../../samples/web/serve.mjs";

const { values: options } = parseArgs({
    options: Object.fromEntries(["scene", "probenorm", "modules", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const data = join(options.work, "data");
rmSync(data, { recursive: true, force: true });
prepare({ scene: options.scene, probenorm: options.probenorm, data, isSmall: true });

const report = await reportOf(options.chromium,
    (onReport) => createPageServer({ data, modules: options.modules }, onReport), "/?measure");
if (report.error || report.errors.length > 0) {
    console.error(report.error ?? "the page wrote to the console", report.errors);
    process.exit(1);
}
writeFileSync(join(options.work, "measured.json"), JSON.stringify(report));
console.log(`${report.engine}: ${report.views.map((v) => `${v.scene}/${v.view} ${v.samples.length} pixels`).join(", ")}`);
