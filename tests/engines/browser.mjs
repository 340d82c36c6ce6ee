// Runs a script in headless Chromium, returns what it reports, and checks rows of spheres (row.mjs). The page comes from, and
// reports to, a server on the loopback interface that lives as long as the call.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { errorsOf, kMeanLimit, kPixelLimit, mean, percent } from "./row.mjs";

const kTimeoutMs = 280000; // some 20 s on two cores of its own

function launch(chromium, url, profile) {
    const flags = [
        "--headless", "--no-first-run", "--disable-dev-shm-usage", `--user-data-dir=${profile}`,
        "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    ];
    if (process.getuid?.() === 0) flags.push("--no-sandbox"); // the sandbox refuses to run as root
    return spawn(chromium, [...flags, url], { stdio: ["ignore", "ignore", "pipe"], detached: true });
}

export function stop(browser) {
    try {
        process.kill(-browser.pid, "SIGKILL"); // the whole group: Chromium is many processes
    } catch {
        // it has ended already
    }
}

// close() ends the browser; onFailure gets an Error where it ends by itself or is not closed in time.
function openInBrowser(chromium, url, onFailure) {
    const profile = mkdtempSync(join(tmpdir(), "probenorm-browser-"));
    const browser = launch(chromium, url, profile);
    let log = "";
    const fail = (why) => onFailure(new Error(`${why}\n${log.slice(-2000)}`));
    const timer = setTimeout(() => fail(`no result from ${chromium} in ${kTimeoutMs} ms`), kTimeoutMs);
    browser.stderr.on("data", (chunk) => (log += chunk));
    browser.on("error", (error) => fail(error.message));
    browser.on("exit", (code) => fail(`${chromium} ended with ${code}`));
    const close = () => {
        clearTimeout(timer);
        browser.removeAllListeners();
        stop(browser);
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    };
    return { close };
}

// What a page reports: makeServer(onReport) makes the server that it comes from and reports to.
export function reportOf(chromium, makeServer, path = "/") {
    return new Promise((resolve, reject) => {
        let browser;
        const end = (settle) => (value) => {
            browser.close();
            server.closeAllConnections();
            server.close();
            settle(value);
        };
        const server = makeServer(end(resolve));
        server.listen(0, "127.0.0.1", () => {
            browser = openInBrowser(chromium, `http://127.0.0.1:${server.address().port}${path}`, end(reject));
        });
    });
}

// onReport gets what the request posts, as JSON.
export function receiveReport(request, response, onReport) {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
        response.end();
        onReport(JSON.parse(body));
    });
}

function serve(script, files, onReport) {
    return createServer((request, response) => {
        if (files[request.url]) {
            response.setHeader("Content-Type", request.url.endsWith(".js") ? "text/javascript" : "application/octet-stream");
            response.end(files[request.url]);
        } else if (request.method !== "POST") {
            response.setHeader("Content-Type", "text/html; charset=utf-8");
            response.end(`<!doctype html><script type="module">${script.replaceAll("</script", "<\\/script")}</script>`);
        } else {
            receiveReport(request, response, onReport);
        }
    });
}

// JavaScript as a user pastes it: lines that import, and others, whose function gets what they name of a page's own.
function functionsOf(lines) {
    const isImport = (line) => line.startsWith("import ");
    const bodies = lines.map((text) => text.split("\n").filter((line) => !isImport(line)).join("\n"));
    return `${[...new Set(lines.flatMap((text) => text.split("\n").filter(isImport)))].join("\n")}
        const lines = [${bodies.map((body) => `async ({ app, BABYLON, Cesium, engine, Filament, material, model, pc, renderer, scene }) => {${body}\n}`)}];`;
}

// One script for the browser: call() of a page's export, whose result, or error, it reports.
async function bundle(modules, page, name, argument, lines) {
    const require = createRequire(join(modules, "package.json"));
    const { build } = require("esbuild");
    const source = `
        import { ${name} } from "./page_${page}.mjs";
        ${functionsOf(lines)}
        const report = (body) => fetch("/", { method: "POST", body: JSON.stringify(body) });
        ${name}(${JSON.stringify(argument)}, lines).then((result) => report({ result }), (e) => report({ error: String(e.stack ?? e) }));`;
    const { outputFiles } = await build({
        stdin: { contents: source, resolveDir: dirname(fileURLToPath(import.meta.url)) }, bundle: true, format: "esm", write: false, logLevel: "error",
        nodePaths: [join(modules, "node_modules")],
    });
    return outputFiles[0].text;
}

// Calls an export of page_ENGINE.mjs in the browser. files: what the page may fetch, by path; lines: JavaScript that the page may call.
export async function show({ chromium, modules }, engine, name, argument, files = {}, lines = []) {
    const script = await bundle(modules, engine, name, argument, lines);
    const { error, result } = await reportOf(chromium, (onReport) => serve(script, files, onReport));
    if (error) throw new Error(error);
    return result;
}

// Of the command line: what is tested, the options that CMakeLists.txt gives, and the tool.
export function readCommand(...more) {
    const names = ["probenorm", "modules", "chromium", "work", ...more];
    const { values, positionals: [subject] } = parseArgs({
        allowPositionals: true, options: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    });
    const run = (...args) => execFileSync(values.probenorm, args, { encoding: "utf8" });
    const project = (...args) => JSON.parse(run("project", ...args, "--format", "json", "--device", "cpu"));
    return { ...values, subject, run, project };
}

// What brute_force_files.py prints.
export function bruteForce({ python }, words, input = "") {
    const script = join(dirname(fileURLToPath(import.meta.url)), "brute_force_files.py");
    return execFileSync(python, ["-B", script, ...words], { input, encoding: "utf8" });
}

export function expect(isRight, what) {
    if (isRight) return;
    console.error(`expected ${what}`);
    process.exitCode = 1;
}

// Of a row's sphere and of the same sphere in the map turned, whose errors have to be above both limits.
export function checkSphere(name, found, expected, turned, pixelLimit = kPixelLimit) {
    const [ofMean, ofPixel] = errorsOf(found, expected), [wrongMean, wrongPixel] = errorsOf(turned, expected);
    console.log(`${name}: ${percent(ofMean)}, ${percent(ofPixel)}; turned ${percent(wrongMean)}, ${percent(wrongPixel)}`);
    expect(ofMean <= kMeanLimit && ofPixel <= pixelLimit, `the mean within ${percent(kMeanLimit)}, pixels within ${percent(pixelLimit)}`);
    expect(wrongMean > kMeanLimit && wrongPixel > pixelLimit, "the turned map outside of both");
}

// The same, beside what the map itself says, by the root of the mean square.
export function checkTruth(name, found, expected, turned, limit) {
    const [rms, wrongRms] = [found, turned].map((values) =>
        Math.sqrt(mean(values.map((value, i) => (value - expected[i]) ** 2))) / mean(expected));
    console.log(`${name}, beside the map itself: rms ${percent(rms)} of the mean; turned ${percent(wrongRms)}`);
    expect(rms <= limit && wrongRms > 2 * limit, `at most ${percent(limit)}, and twice as much of the turned map`);
}
