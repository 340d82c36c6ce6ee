// node run.mjs --scene EXE --probenorm EXE --modules DIR --chromium EXE --work DIR
//
// Prepares a small form of samples/web, opens it in headless Chromium, and writes what it measured to WORK/measured.json.
// A console error fails.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { receiveReport, reportOf } from "../engines/browser.mjs";
import { prepare } from "../../samples/web/prepare.mjs";
import { pageHandler } from "../../samples/web/serve.mjs";

const { values: options } = parseArgs({
    options: Object.fromEntries(["scene", "probenorm", "modules", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const data = join(options.work, "data");
rmSync(data, { recursive: true, force: true });
prepare({ scene: options.scene, probenorm: options.probenorm, data, isSmall: true });

// The page with measure.mjs in the place of what a visitor's browser runs.
const here = dirname(fileURLToPath(import.meta.url));
const html = readFileSync(join(here, "../../samples/web/index.html"), "utf8").replace(/<script type="module">[^]*<\/script>/,
    '<script src="/tests/errors.js"></script><script type="module" src="/tests/measure.mjs"></script>');
const answer = pageHandler({ data, modules: options.modules, tests: here });
const report = await reportOf(options.chromium, (onReport) => createServer((request, response) => {
    if (request.method === "POST") receiveReport(request, response, onReport);
    else if (request.url === "/") response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
    else answer(request, response);
}));
if (report.error || report.errors.length > 0) {
    console.error(report.error ?? "the page wrote to the console", report.errors);
    process.exit(1);
}
writeFileSync(join(options.work, "measured.json"), JSON.stringify(report));
console.log(`${report.engine}: ${report.views.map((v) => `${v.scene}/${v.view} ${v.samples.length} pixels`).join(", ")}`);
