// node tool_test.mjs --page FOLDER --probenorm EXE --work DIR [--engines A,B] MAP...
//
// Opens the tool's page (scripts/build-web.sh) from file:// in headless Chromium, gives it each map as a user does, and
// compares what it offers to download, by default for each engine of its list, with what the native tool writes, by SHA-256.
// It prints times, and leaves pictures of 1280 and 390 pixels in DIR. An error on the console fails, and so does a request
// beyond the page's own files.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { expect, stop } from "../engines/browser.mjs";

const text = (names) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const { values: options, positionals: maps } = parseArgs({ options: text(["page", "probenorm", "work", "engines"]), allowPositionals: true });
const kSecondsPerStep = 900; // on a machine that does much else

// Chromium, driven by its DevTools protocol over two pipes.
class Browser {
    #next = 0;
    #waiting = new Map();
    problems = [];

    constructor() {
        this.profile = mkdtempSync(join(tmpdir(), "probenorm-browser-"));
        const flags = ["--headless", "--hide-scrollbars", "--no-first-run", "--disable-dev-shm-usage", `--user-data-dir=${this.profile}`,
            "--remote-debugging-pipe"];
        if (process.getuid?.() === 0) flags.push("--no-sandbox"); // the sandbox refuses to run as root
        this.process = spawn("chromium", [...flags, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
        let rest = "";
        this.process.stdio[4].on("data", (chunk) => {
            const parts = (rest + chunk).split("\0");
            rest = parts.pop();
            for (const part of parts) this.#receive(JSON.parse(part));
        });
    }

    #receive(message) {
        const { id, method, params } = message;
        if (id) this.#waiting.get(id)(message);
        if (method === "Runtime.exceptionThrown") this.problems.push(params.exceptionDetails.exception?.description);
        if (method === "Runtime.consoleAPICalled" && params.type === "error") this.problems.push(JSON.stringify(params.args));
        if (method === "Log.entryAdded" && params.entry.level === "error") this.problems.push(params.entry.text);
        if (method === "Network.requestWillBeSent" && !/^(file|blob|data):/.test(params.request.url)) this.problems.push(params.request.url);
    }

    async send(method, params = {}) {
        const id = ++this.#next;
        const answer = new Promise((take) => this.#waiting.set(id, take));
        this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
        const { result, error } = await answer;
        if (error) throw new Error(`${method}: ${error.message}`);
        return result;
    }

    async open(url) {
        const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
        this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
        for (const domain of ["Runtime", "Log", "Page", "Network", "DOM"]) await this.send(`${domain}.enable`);
        await this.send("Page.navigate", { url });
        await this.until("document.readyState === 'complete'");
    }

    async value(expression) {
        const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
        return result.value;
    }

    async until(condition) {
        const end = Date.now() + 1000 * kSecondsPerStep;
        while (!(await this.value(condition))) {
            if (Date.now() > end) throw new Error(`${condition} does not come true in ${kSecondsPerStep} s`);
            await new Promise((go) => setTimeout(go, 20));
        }
    }

    async giveFile(path) {
        const { root } = await this.send("DOM.getDocument");
        const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
        await this.send("DOM.setFileInputFiles", { nodeId, files: [path] });
    }

    async picture(width, file) {
        await this.send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 });
        expect(await this.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), `the page to fit into ${width} pixels`);
        const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: true });
        writeFileSync(file, Buffer.from(data, "base64"));
    }

    close() {
        stop(this.process);
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
}

// Coefficients say which device made them in how many seconds, as no two runs do alike.
const withoutRun = (bytes) => bytes.toString("latin1").replace(/\n *"(device|seconds)": \{[^}]*\},?/g, "");
const hash = (name, bytes) => createHash("sha256").update(name.endsWith(".json") ? withoutRun(bytes) : bytes).digest("hex");
const isDone = "document.getElementById('status').textContent === 'Done.' || document.getElementById('status').className === 'error'";

// What the native tool writes: name and SHA-256.
async function expectedFiles(map, kind, engine) {
    const folder = mkdtempSync(join(options.work, "native-"));
    copyFileSync(map, join(folder, basename(map)));
    const stem = basename(map).replace(/\.[^.]*$/, "");
    const output = { make: "out", prefilter: `out/${stem}.ktx2`, project: `out/${stem}.json` }[kind];
    mkdirSync(join(folder, "out"));
    await promisify(execFile)(resolve(options.probenorm), [kind, basename(map), "--for", engine, "-o", output, "--device", "cpu"], { cwd: folder });
    const files = readdirSync(join(folder, "out")).sort().map((name) => [name, hash(name, readFileSync(join(folder, "out", name)))]);
    rmSync(folder, { recursive: true });
    return files;
}

async function downloads(browser, kind, engine) {
    await browser.value(`document.getElementById("engine").value = "${engine}"; document.querySelector("[data-kind=${kind}]").click()`);
    await browser.until(isDone);
    const files = await browser.value(`Promise.all([...document.querySelectorAll("#downloads a")].map(async (a) => {
        const reader = new FileReader();
        reader.readAsDataURL(await (await fetch(a.href)).blob());
        await new Promise((go) => (reader.onload = go));
        return [a.download, reader.result.split(",")[1]];
    }))`);
    return files.map(([name, base64]) => [name, hash(name, Buffer.from(base64, "base64"))]).sort();
}

const browser = new Browser();
try {
    await browser.open(pathToFileURL(resolve(options.page, "index.html")).href);
    for (const map of maps) {
        const start = Date.now();
        await browser.giveFile(resolve(map));
        await browser.until("document.querySelector('#radiance canvas') !== null || document.getElementById('status').className === 'error'");
        const first = Date.now() - start;
        await browser.until(isDone);
        const status = await browser.value("document.getElementById('status').textContent");
        expect(status === "Done.", `${map} to be shown, found: ${status}`);
        const captions = await browser.value("[...document.querySelectorAll('#pictures figure canvas')].map((c) => c.getAttribute('aria-label'))");
        expect(new Set(captions).size === 5, `5 pictures, found ${captions.join("; ")}`);
        console.log(`${basename(map)}: first picture after ${first / 1000} s, all after ${(Date.now() - start) / 1000} s`);
        for (const width of [1280, 390]) await browser.picture(width, join(options.work, `${basename(map)}-${width}.png`));
        const engines = await browser.value("[...document.getElementById('engine').options].map((o) => o.value)");
        expect(engines.length > 0 && new Set(engines).size === engines.length, `a list of engines, found ${engines}`);
        for (const engine of options.engines?.split(",") ?? engines)
            for (const kind of ["make", "prefilter", "project"]) {
                const begin = Date.now();
                const [files, expected] = await Promise.all([downloads(browser, kind, engine), expectedFiles(map, kind, engine)]);
                const isEqual = JSON.stringify(files) === JSON.stringify(expected);
                console.log(`${basename(map)} ${kind} ${engine}: ${files.length} files, ${isEqual ? "equal" : "DIFFERENT"}, ${(Date.now() - begin) / 1000} s`);
                if (!isEqual) {
                    console.log(files, expected);
                    process.exitCode = 1;
                }
            }
    }
    expect(browser.problems.length === 0, `no error and no request beyond the page, found ${browser.problems.join("; ")}`);
} finally {
    browser.close();
}
