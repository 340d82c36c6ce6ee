// node serve.mjs [--port 8080] [--data data] [--modules node_modules]
//
// A server for this page alone, on the loopback interface: the page, the data that prepare.mjs made, the GLSL include and
// three.js from node_modules.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const kTypes = {
    ".html": "text/html; charset=utf-8", ".mjs": "text/javascript", ".js": "text/javascript", ".json": "application/json",
    ".css": "text/css", ".glsl": "text/plain; charset=utf-8", ".jpg": "image/jpeg",
};

// The file for a path, or nothing; never one outside of the folders.
function findFile(url, roots) {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    if (path === "/") return join(here, "index.html");
    const [, first, ...rest] = path.split("/");
    if (!(first in roots) || rest.includes("..")) return undefined;
    const file = join(roots[first], ...rest);
    return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

// Answers requests for the page's files. folders: data, modules, and others, by the first part of a path.
export function pageHandler(folders) {
    const roots = { ...folders, shaders: resolve(here, "../../shaders/runtime"), src: join(here, "src") };
    return (request, response) => {
        const file = findFile(request.url, roots);
        if (!file) {
            response.writeHead(404).end(`${request.url} is not here`);
            return;
        }
        response.setHeader("Content-Type", kTypes[extname(file)] ?? "application/octet-stream");
        createReadStream(file).pipe(response);
    };
}

function main() {
    const { values } = parseArgs({
        options: {
            port: { type: "string", default: "8080" },
            data: { type: "string", default: join(here, "data") },
            modules: { type: "string", default: join(here, "node_modules") },
        },
    });
    for (const [name, why] of [["modules", "run `npm ci` here first"], ["data", "run `node prepare.mjs` first"]])
        if (!existsSync(values[name])) {
            console.error(`serve.mjs: there is no ${values[name]}: ${why}`);
            process.exit(1);
        }
    createServer(pageHandler({ data: values.data, modules: values.modules })).listen(Number(values.port), "127.0.0.1", () =>
        console.log(`open http://127.0.0.1:${values.port}/ in a browser; Ctrl-C ends the server`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
