// node run.mjs --probenorm EXE --chromium EXE --work DIR
//
// Bakes four probes and opens their report in headless Chromium: pictures decode, columns sort, filters hide, names
// with HTML's own characters stay text, and nothing is asked of a network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runInBrowser } from "../../engines/browser.mjs";

// A flat Radiance map, twice as wide as high: value * 2^-8 in each channel, value in 128..255 for exactness.
function radianceMap(width, value) {
    const header = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${width / 2} +X ${width}\n`;
    const texels = Buffer.alloc(width * width * 2);
    for (let i = 0; i < texels.length; i += 4) texels.set([value, value, value, 128], i);
    return Buffer.concat([Buffer.from(header), texels]);
}

function bake(probenorm, work) {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    const probes = [];
    for (const [id, width, value] of [["b2", 6, 192], ["b10", 4, 128], ["a", 6, 255], ["dark", 4, 0]]) {
        const file = `${id} &lt; 'x'.hdr`;
        writeFileSync(join(work, file), radianceMap(width, value));
        probes.push({ id, file, position: [0, 1, 2] });
    }
    writeFileSync(join(work, "probes.json"), JSON.stringify({ version: 1, probes }));
    const output = join(work, "baked");
    execFileSync(probenorm, ["bake", join(work, "probes.json"), "-o", output, "--device", "cpu"]);
    return readFileSync(join(output, "report.html"), "utf8");
}

// Runs in the browser, on the page's own document.
function inspect(page, violations) {
    const ids = () => [...page.querySelectorAll("tbody")].filter((p) => !p.hidden).map((p) => p.rows[0].cells[0].textContent);
    const click = (column) => page.querySelectorAll("thead button")[column].click();
    const found = { asWritten: ids() };
    for (const [name, column] of [["byId", 0], ["byIdDown", 0], ["byAverage", 2], ["byAverageUp", 2]]) {
        click(column);
        found[name] = ids();
    }
    found.sorted = [...page.querySelectorAll("th[aria-sort]")].map((header) => header.getAttribute("aria-sort"));
    page.getElementById("warned").click();
    found.warned = ids();
    found.shown = page.getElementById("shown").textContent;
    page.getElementById("warned").click();
    const find = page.getElementById("find");
    find.value = "B1";
    find.dispatchEvent(new Event("input"));
    found.named = ids();
    found.pictures = [...page.images].map((image) => [image.naturalWidth, image.naturalHeight]);
    found.notes = [...page.querySelectorAll(".notes p:first-child")].map((p) => p.textContent);
    found.violations = violations;
    found.requests = page.defaultView.performance.getEntriesByType("resource").map((entry) => entry.name);
    return found;
}

function script(html) {
    return `
        const inspect = ${inspect};
        const report = (body) => fetch("/", { method: "POST", body: JSON.stringify(body) });
        const frame = document.createElement("iframe");
        frame.style.cssText = "width: 1200px; height: 1000px";
        frame.srcdoc = ${JSON.stringify(html)};
        frame.onload = async () => {
            try {
                const page = frame.contentDocument;
                const violations = [];
                page.addEventListener("securitypolicyviolation", (event) => violations.push(event.blockedURI));
                for (const image of page.images) image.loading = "eager";
                await Promise.all([...page.images].map((image) => image.decode()));
                report({ result: inspect(page, violations) });
            } catch (error) {
                report({ error: error.stack });
            }
        };
        document.body.append(frame);`;
}

const { values: options } = parseArgs({
    options: Object.fromEntries(["probenorm", "chromium", "work"].map((name) => [name, { type: "string" }])),
});
const html = bake(options.probenorm, options.work);
assert.doesNotMatch(html, /https?:|<link|<script src|@import|url\(/);
const found = await runInBrowser(options.chromium, script(html));
assert.deepEqual(found.asWritten, ["b2", "b10", "a", "dark"]);
assert.deepEqual(found.byId, ["a", "b2", "b10", "dark"]);
assert.deepEqual(found.byIdDown, ["dark", "b10", "b2", "a"]);
assert.deepEqual(found.byAverage, ["a", "b2", "b10", "dark"]);
assert.deepEqual(found.byAverageUp, ["dark", "b10", "b2", "a"]);
assert.equal(found.sorted.indexOf("ascending"), 2);
assert.deepEqual(found.warned, ["dark"]);
assert.equal(found.shown, "1 of 4 shown");
assert.deepEqual(found.named, ["b10"]);
assert.deepEqual(found.pictures, Array(4).fill([560, 96]));
assert.ok(found.notes.every((text) => text.endsWith(" &lt; 'x'.hdr")), found.notes.join());
assert.deepEqual(found.violations, []);
assert.deepEqual(found.requests, []);
console.log("report.html: 4 probes, sorted, filtered, without a request");
