// Runs a script in headless Chromium and returns what it reports. The page comes from, and reports to, a server on the
// loopback interface that lives as long as the call.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const kTimeoutMs = 280000; // some 20 s on two cores of its own

function launch(chromium, url, profile) {
    const flags = [
        "--headless", "--no-first-run", "--disable-dev-shm-usage", `--user-data-dir=${profile}`,
        "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    ];
    if (process.getuid?.() === 0) flags.push("--no-sandbox"); // the sandbox refuses to run as root
    return spawn(chromium, [...flags, url], { stdio: ["ignore", "ignore", "pipe"], detached: true });
}

function stop(browser) {
    try {
        process.kill(-browser.pid, "SIGKILL"); // the whole group: Chromium is many processes
    } catch {
        // it has ended already
    }
}

// Opens a page that a server of the caller serves. close() ends the browser; onFailure gets an Error where it ends by
// itself or is not closed in time.
export function openInBrowser(chromium, url, onFailure) {
    const profile = mkdtempSync(join(tmpdir(), "probenorm-browser-"));
    const browser = launch(chromium, url, profile);
    let log = "";
    const end = () => {
        clearTimeout(timer);
        browser.removeAllListeners();
        stop(browser);
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    };
    const fail = (why) => {
        end();
        onFailure(new Error(`${why}\n${log.slice(-2000)}`));
    };
    const timer = setTimeout(() => fail(`no result from ${chromium} in ${kTimeoutMs} ms`), kTimeoutMs);
    browser.stderr.on("data", (chunk) => (log += chunk));
    browser.on("error", (error) => fail(error.message));
    browser.on("exit", (code) => fail(`${chromium} ended with ${code}`));
    return { close: end };
}

// files: what the page may fetch, by path.
export async function runInBrowser(chromium, script, files = {}) {
    const profile = mkdtempSync(join(tmpdir(), "probenorm-browser-"));
    let browser;
    let log = "";
    const server = createServer();
    try {
        return await new Promise((resolve, reject) => {
            const fail = (why) => reject(new Error(`${why}\n${log.slice(-2000)}`));
            const timer = setTimeout(() => fail(`no result from ${chromium} in ${kTimeoutMs} ms`), kTimeoutMs);
            server.on("request", (request, response) => {
                if (files[request.url]) {
                    response.setHeader("Content-Type", "application/octet-stream");
                    response.end(files[request.url]);
                    return;
                }
                if (request.method !== "POST") {
                    response.setHeader("Content-Type", "text/html; charset=utf-8");
                    response.end(`<!doctype html><script type="module">${script.replaceAll("</script", "<\\/script")}</script>`);
                    return;
                }
                let body = "";
                request.on("data", (chunk) => (body += chunk));
                request.on("end", () => {
                    clearTimeout(timer);
                    response.end();
                    const { error, result } = JSON.parse(body);
                    error ? fail(error) : resolve(result);
                });
            });
            server.listen(0, "127.0.0.1", () => {
                browser = launch(chromium, `http://127.0.0.1:${server.address().port}/`, profile);
                browser.stderr.on("data", (chunk) => (log += chunk));
                browser.on("error", (error) => fail(error.message));
                browser.on("exit", (code) => fail(`${chromium} ended with ${code}`));
            });
        });
    } finally {
        if (browser) stop(browser);
        server.closeAllConnections();
        server.close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
}

// One script for the browser: call() of a page's export, whose result, or error, it reports.
export async function bundle(modules, page, name, argument) {
    const require = createRequire(join(modules, "package.json"));
    const { build } = require("esbuild");
    const source = `
        import { ${name} } from "./page_${page}.mjs";
        const report = (body) => fetch("/", { method: "POST", body: JSON.stringify(body) });
        ${name}(${JSON.stringify(argument)}).then((result) => report({ result }), (e) => report({ error: String(e.stack ?? e) }));`;
    const { outputFiles } = await build({
        stdin: { contents: source, resolveDir: dirname(fileURLToPath(import.meta.url)) }, bundle: true, format: "esm", write: false, logLevel: "error",
        nodePaths: [join(modules, "node_modules")],
    });
    return outputFiles[0].text;
}
