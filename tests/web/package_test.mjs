// node package_test.mjs --package FILE.tgz --probenorm EXE --chromium EXE --work DIR --map FILE
//
// Installs the npm package without network, and runs commands with it in Node.js and in headless Chromium. Both must write
// what the native tool writes, by SHA-256.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { expect, receiveReport, reportOf } from "../engines/browser.mjs";

const names = ["package", "probenorm", "chromium", "work", "map"];
const { values: options } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: "string" }])) });
const work = resolve(options.work, "npm");
rmSync(work, { recursive: true, force: true });
mkdirSync(join(work, "out"), { recursive: true });
writeFileSync(join(work, "package.json"), "{}");
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", resolve(options.package)], { cwd: work, stdio: "inherit" });
const installed = join(work, "node_modules", "probenorm");

const map = readFileSync(options.map);
const kCommands = [["prefilter", "sky.exr", "--for", "three", "--size", "32", "-o", "out/sky.ktx2", "--device", "cpu"],
    ["resample", "sky.exr", "--size", "16", "-o", "out/sky.dds"]];
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
writeFileSync(join(work, "sky.exr"), map);
const wanted = kCommands.map((words) => {
    execFileSync(resolve(options.probenorm), words, { cwd: work });
    const name = words[words.indexOf("-o") + 1];
    return { name: name.replace("out/", ""), hash: hash(readFileSync(join(work, name))) };
});

// As a user writes it: the same function in both.
async function useTool({ Tool }, bytes, commands) {
    const tool = await Tool.load();
    const wrong = await tool.run(["projcet"]);
    const files = [];
    for (const [i, words] of commands.entries()) files.push(...(await tool.run(words, i ? {} : { "sky.exr": bytes })).files);
    tool.close();
    const isClosed = await tool.run(["--help"]).then(() => false, () => true);
    return { wrong: wrong.exit, isClosed, files };
}

writeFileSync(join(work, "user.mjs"), 'export * from "probenorm";');
const inNode = await useTool(await import(pathToFileURL(join(work, "user.mjs"))), map, kCommands);
inNode.files = inNode.files.map(({ name, bytes }) => ({ name, hash: hash(bytes) }));

const page = `<!doctype html><script type="module">
    ${useTool}
    const digest = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");
    const report = (body) => fetch("/", { method: "POST", body: JSON.stringify(body) });
    try {
        const map = new Uint8Array(await (await fetch("/map")).arrayBuffer());
        const found = await useTool(await import("/package/index.mjs"), map, ${JSON.stringify(kCommands)});
        found.files = await Promise.all(found.files.map(async ({ name, bytes }) => ({ name, hash: await digest(bytes) })));
        report(found);
    } catch (error) { report({ error: String(error.stack) }); }
</script>`;
const inChromium = await reportOf(options.chromium, (onReport) => createServer((request, response) => {
    if (request.method === "POST") receiveReport(request, response, onReport);
    else if (request.url === "/map") response.end(map);
    else if (request.url.startsWith("/package/")) response.setHeader("Content-Type", "text/javascript").end(readFileSync(join(installed, request.url.slice(9))));
    else response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
}));

for (const [where, found] of Object.entries({ "Node.js": inNode, Chromium: inChromium })) {
    expect(JSON.stringify(found.files) === JSON.stringify(wanted), `the native tool's files in ${where}, found ${JSON.stringify(found)}`);
    expect(found.wrong === 1 && found.isClosed, `a wrong command to end with 1 and a closed tool to refuse in ${where}`);
}
console.log(`${wanted.map(({ name }) => name).join(", ")}: equal in Node.js ${process.version} and Chromium`);
