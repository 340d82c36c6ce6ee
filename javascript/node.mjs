// The tool in a worker of Node.js, which ends with the program where nothing is asked of it.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { kCall, Tool as ToolInBrowser } from "./index.mjs";

// What a browser's worker has and Node.js' lacks.
const kGlobals = `
const { parentPort } = require("node:worker_threads");
globalThis.crypto ??= require("node:crypto").webcrypto;
Object.assign(globalThis, { self: globalThis, location: { href: "" }, postMessage: (message, transfer) => parentPort.postMessage(message, transfer) });
parentPort.on("message", (data) => onmessage({ data }));
`;

export class Tool extends ToolInBrowser {
    static async startWorker(file, onAnswer, onError) {
        const worker = new Worker(`${kGlobals}${await readFile(file, "utf8")}${kCall}`, { eval: true });
        worker.on("message", onAnswer).on("error", onError);
        const post = (message) => {
            worker.ref();
            worker.postMessage(message);
        };
        return { post, rest: () => worker.unref(), close: () => worker.terminate() };
    }
}
