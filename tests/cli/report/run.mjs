// node run.mjs --probenorm EXE --chromium EXE --work DIR
//
// Bakes probes and opens their report in headless Chromium, from file://. Of four probes the page is one file: pictures
// decode, columns sort and are explained, filters hide, bars of histograms choose, names with HTML's
// own characters stay text, and nothing is asked of a network; in light and dark, and on a phone. Of 2001 probes it
// loads parts, and says which one is missing.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bakeFour, bakeMany } from "./bakes.mjs";
import { Chromium } from "./chromium.mjs";

const isLoaded = () => document.documentElement?.dataset.loaded;

async function openReport(browser, folder) {
    const page = await browser.newPage();
    await page.prepare(`window.violations = [];
        addEventListener("securitypolicyviolation", (event) => violations.push(event.blockedURI));`);
    await page.open(pathToFileURL(join(folder, "report.html")).href);
    await page.until(isLoaded);
    return page;
}

// In the page.
async function check() {
    const ids = () => [...document.querySelectorAll("tbody")].map((body) => body.rows[0].cells[0].textContent);
    const click = (column) => document.querySelectorAll("thead button")[column].click();
    const found = { asWritten: ids() };
    for (const [name, column] of [["byId", 0], ["byIdDown", 0], ["byAverage", 2], ["byAverageUp", 2]]) {
        click(column);
        found[name] = ids();
    }
    found.sorted = [...document.querySelectorAll("th[aria-sort]")].map((header) => header.getAttribute("aria-sort"));
    const warned = document.getElementById("warned");
    found.kinds = [...warned.options].map((option) => option.value);
    warned.value = "dark";
    warned.dispatchEvent(new Event("change"));
    found.warned = ids();
    found.shown = document.getElementById("shown").textContent;
    document.getElementById("reset").click();
    const bars = document.querySelector("#summary figure").querySelectorAll("g"); // of the average, but zero
    bars[bars.length - 1].dispatchEvent(new Event("click"));
    found.brightest = ids();
    document.getElementById("reset").click();
    found.afterReset = ids().length;
    found.summary = document.querySelector("#summary p").textContent;
    found.histograms = [...document.querySelectorAll("#summary figcaption b")].map((name) => name.textContent);
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode()));
    found.pictures = [...document.images].map((image) => [image.naturalWidth, image.naturalHeight]);
    found.notes = [...document.querySelectorAll(".notes p:first-child")].map((p) => p.textContent);
    found.columns = [...document.querySelectorAll("thead button")].map((button) => button.textContent);
    found.explained = [...document.querySelectorAll("#columns dt")].map((dt) => dt.textContent);
    found.help = [...document.querySelectorAll("thead button")].every((button) => button.title.length > 20);
    const find = document.getElementById("find");
    find.value = "B1";
    find.dispatchEvent(new Event("input"));
    found.named = ids();
    const links = () => [...document.querySelectorAll(".notes a")].map((link) => link.getAttribute("href"));
    const numbers = (name) => [...document.querySelectorAll(`td[data-name="${name}"]`)].map((cell) => cell.textContent);
    found.recordLinks = links();
    found.windows = numbers("window");
    // One probe of which a texel is infinite and another one negative.
    const warnings = [["negative", "1 texel", "warning"], ["bad-texels", "1 texel", "error"]];
    addProbes([["infinite", "4 x 2", 8, 1, 6.5, 0.5, 0.75, 0.9, 1, 1, [], warnings, "ktx2", rows[0][13]]]);
    find.value = "infinite";
    find.dispatchEvent(new Event("input"));
    drawSummary();
    found.cubemapLinks = links();
    found.severity = numbers("severity");
    found.largest = [...numbers("brightest texel"), ...numbers("window")];
    found.summaryOfMore = document.querySelector("#summary p").textContent;
    found.violations = violations;
    found.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
    return found;
}

async function checkOneFile(browser, probenorm, work) {
    const folder = bakeFour(probenorm, work);
    const html = readFileSync(join(folder, "report.html"), "utf8");
    assert.doesNotMatch(html, /https?:|<link|<script src|@import/);
    assert.ok(html.replace(/"[A-Za-z0-9+/=]{1000,}"/g, "").length < 32000, "the page without its pictures has grown");
    assert.deepEqual(readdirSync(folder).filter((name) => name.startsWith("report.")), ["report.html"]);
    const page = await openReport(browser, folder);
    const found = await page.run(check);
    assert.deepEqual(found.asWritten, ["b2", "b10", "a", "dark"]);
    assert.deepEqual(found.byId, ["a", "b2", "b10", "dark"]);
    assert.deepEqual(found.byIdDown, ["dark", "b10", "b2", "a"]);
    assert.deepEqual(found.byAverage, ["a", "b2", "b10", "dark"]);
    assert.deepEqual(found.byAverageUp, ["dark", "b10", "b2", "a"]);
    assert.equal(found.sorted.indexOf("ascending"), 2);
    assert.deepEqual(found.kinds, ["", "*", "dark"]);
    assert.deepEqual(found.warned, ["dark"]);
    assert.equal(found.shown, "1 of 4 shown");
    assert.deepEqual(found.brightest, ["a"]);
    assert.equal(found.afterReset, 4);
    assert.equal(found.summary, "1 of 4 probes has warnings: 1 dark.");
    assert.deepEqual(found.histograms, ["average", "brightest texel", "least", "energy"]);
    assert.deepEqual(found.named, ["b10"]);
    assert.deepEqual(found.pictures, Array(4).fill([560, 96]));
    assert.ok(found.notes.every((text) => text.endsWith(" &lt; 'x'.hdr")), found.notes.join());
    assert.deepEqual(found.explained, found.columns);
    assert.ok(found.help);
    assert.deepEqual(found.recordLinks, ["probes/b10.json"]);
    assert.deepEqual(found.windows, ["none"]);
    assert.deepEqual(found.cubemapLinks, ["probes/infinite.json", "probes/infinite.ktx2"]);
    assert.deepEqual(found.largest, ["6.5 (finite)", "0.75"]);
    assert.deepEqual(found.severity, ["error"]);
    assert.equal(found.summaryOfMore, "2 of 5 probes have warnings: 1 bad-texels, 1 dark, 1 negative.");
    assert.deepEqual(found.violations, []);
    assert.deepEqual(found.requests, []);
    return page;
}

// The page's colours by the browser's scheme, and whether it fits a phone's width.
async function checkSchemesAndPhone(page) {
    const colours = [];
    for (const value of ["light", "dark"]) {
        await page.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
        colours.push(await page.run(() => getComputedStyle(document.body).backgroundColor));
    }
    assert.deepEqual(colours, ["rgb(255, 255, 255)", "rgb(24, 26, 31)"]);
    await page.call("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 3, mobile: true });
    const phone = await page.run(() => {
        document.getElementById("reset").click();
        document.querySelector("details").open = true;
        const right = [...document.querySelectorAll("body *")].map((element) => element.getBoundingClientRect().right);
        const name = getComputedStyle(document.querySelector("tbody td[data-name]"), "::before").content;
        return { width: document.documentElement.scrollWidth, right: Math.max(...right), name };
    });
    assert.ok(phone.width <= 390 && phone.right <= 390, JSON.stringify(phone));
    assert.equal(phone.name, '"size"', "numbers stand beside the names of their columns");
}

async function checkParts(browser, probenorm, work) {
    const folder = bakeMany(probenorm, work, 2001);
    const parts = ["report.0001.js", "report.0002.js"];
    assert.deepEqual(readdirSync(folder).filter((name) => name.startsWith("report.")), [...parts, "report.html"]);
    const checkMany = async () => {
        document.querySelectorAll("thead button")[0].click();
        document.querySelectorAll("thead button")[0].click();
        const image = document.images[0];
        image.loading = "eager";
        await image.decode();
        const first = document.querySelector("tbody").rows[0].cells[0].textContent;
        const drawn = document.querySelectorAll("tbody").length;
        return { first, drawn, picture: image.src.endsWith(`/probes/${first}.png`), state: document.getElementById("state").textContent, violations };
    };
    const all = await openReport(browser, folder);
    const found = await all.run(checkMany);
    assert.deepEqual({ ...found, drawn: 0 }, { first: "p2000", drawn: 0, picture: true, state: "", violations: [] });
    assert.ok(found.drawn < 200, `${found.drawn} of 2001 probes are drawn though few are seen`);
    rmSync(join(folder, parts[1]));
    const torn = await openReport(browser, folder);
    assert.equal((await torn.run(checkMany)).state, "Not beside this page: report.0002.js; 1 probe is missing.");
}

const { values: options } = parseArgs({
    options: Object.fromEntries(["probenorm", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const browser = new Chromium(options.chromium);
try {
    await checkSchemesAndPhone(await checkOneFile(browser, options.probenorm, join(options.work, "four")));
    await checkParts(browser, options.probenorm, join(options.work, "many"));
} finally {
    browser.close();
}
console.log("report.html: one file of 4 probes, parts of 2001; sorted, filtered, light, dark, on a phone");
