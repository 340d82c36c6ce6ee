// Opens samples/web in headless Chromium with a script of this folder in the place of what a visitor's browser runs, and
// returns what it reports. An error on the console ends the program.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { receiveReport, reportOf } from "../engines/browser.mjs";
import { pageHandler } from "../../samples/web/serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const sample = join(here, "../../samples/web");

export async function reportOfPage(script, data, { modules, chromium }) {
    const html = readFileSync(join(sample, "index.html"), "utf8").replace(/<script type="module">[^]*<\/script>/,
        `<script src="/tests/errors.js"></script><script type="module" src="/tests/${script}"></script>`);
    const answer = pageHandler({ data, modules, tests: here });
    const report = await reportOf(chromium, (onReport) => createServer((request, response) => {
        if (request.method === "POST") receiveReport(request, response, onReport);
        else if (request.url === "/") response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
        else answer(request, response);
    }));
    if (report.error || report.errors.length > 0) {
        console.error(report.error ?? "the page wrote to the console", report.errors);
        process.exit(1);
    }
    return report;
}
