// node first_row.mjs --chromium EXE --folder DIR [--limit SECONDS]
// node first_row.mjs --chromium EXE --probenorm EXE --work DIR [--limit SECONDS]
//
// Opens DIR/report.html from file:// in a running Chromium five times, and prints how long after the navigation began
// the first row was painted, and how long it took to load all. With --probenorm it makes the report of 100 000 probes
// first: the parts of 2001 that were baked, repeated with other names. Fails where the median is above the limit.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bakeMany } from "./bakes.mjs";
import { Chromium } from "./chromium.mjs";

const kRuns = 5;
const kProbes = 100000;
const kRowsOfPart = 2000;

function repeatParts(folder) {
    const part = readFileSync(join(folder, "report.0001.js"), "utf8");
    const names = Array.from({ length: kProbes / kRowsOfPart }, (_, i) => `report.${String(i + 1).padStart(4, "0")}.js`);
    names.forEach((name, i) => i > 0 && writeFileSync(join(folder, name), part.replaceAll('["p', `["q${i}-`)));
    const page = join(folder, "report.html");
    const call = `loadParts(${JSON.stringify(names)}, ${kProbes});`;
    writeFileSync(page, readFileSync(page, "utf8").replace(/loadParts\(\["report.*\);/, call));
    return folder;
}

// A frame that begins after the row is there shows it; the frame after that begins when it was painted.
const kWatch = `
    new MutationObserver((_, observer) => {
        if (!document.querySelector("tbody")) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => (window.firstRow = performance.now() / 1000)));
    }).observe(document, { childList: true, subtree: true });
    addEventListener("load", () => new MutationObserver(() => (window.allRows ??= performance.now() / 1000))
        .observe(document.documentElement, { attributeFilter: ["data-loaded"] }));`;

async function measure(browser, url) {
    const page = await browser.newPage();
    await page.prepare(kWatch);
    await page.open(url);
    const first = await page.until(() => window.firstRow);
    await page.until(() => document.documentElement.dataset.loaded);
    const all = await page.run(() => window.allRows ?? performance.now() / 1000);
    const count = await page.run(() => Number(document.documentElement.dataset.loaded));
    await page.close();
    return { first, all, count };
}

const { values: options } = parseArgs({
    options: Object.fromEntries(["chromium", "folder", "probenorm", "work", "limit"].map((name) => [name, { type: "string" }])),
});
const folder = options.folder ?? repeatParts(bakeMany(options.probenorm, options.work, 2001));
const browser = new Chromium(options.chromium);
const runs = [];
try {
    for (let run = 0; run < kRuns; ++run) runs.push(await measure(browser, pathToFileURL(join(folder, "report.html")).href));
} finally {
    browser.close();
}
const seconds = (name) => runs.map((run) => run[name].toFixed(2)).join(" ");
const median = runs.map((run) => run.first).sort((a, b) => a - b)[Math.floor(kRuns / 2)];
console.log(`${runs[0].count} probes; first row painted after ${seconds("first")} s, median ${median.toFixed(2)}; all loaded after ${seconds("all")} s`);
if (options.limit && median > Number(options.limit)) process.exit(1);
