// The command line tool as WebAssembly, in a worker: in browsers, and in Node.js from 18.

const kInNode = typeof process === "object" && process.versions?.node !== undefined && typeof window === "undefined";

// What a browser's worker has and Node.js' lacks.
const kWorkerOfNode = `
const { parentPort } = require("node:worker_threads");
globalThis.crypto ??= require("node:crypto").webcrypto;
Object.assign(globalThis, { self: globalThis, location: { href: "" }, postMessage: (message, transfer) => parentPort.postMessage(message, transfer) });
parentPort.on("message", (data) => onmessage({ data }));
`;

// onAnswer gets each message, onError what ends the worker. The file probenorm.js defines one function, which makes a worker of its own.
async function startWorker(onAnswer, onError) {
    const file = new URL("./probenorm.js", import.meta.url);
    if (kInNode) {
        const [{ readFile }, { Worker }] = await Promise.all([import("node:fs/promises"), import("node:worker_threads")]);
        const worker = new Worker(`${kWorkerOfNode}${await readFile(file, "utf8")}\nprobenormWorker();`, { eval: true });
        worker.on("message", onAnswer).on("error", onError);
        return { post: (message) => { worker.ref(); worker.postMessage(message); }, rest: () => worker.unref(), close: () => worker.terminate() };
    }
    const source = new Blob([await (await fetch(file)).text(), "\nprobenormWorker();"], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(source));
    worker.onmessage = ({ data }) => onAnswer(data);
    worker.onerror = (event) => onError(new Error(event.message));
    return { post: (message) => worker.postMessage(message), rest: () => {}, close: () => worker.terminate() };
}

export class Tool {
    #worker = null;
    #waiting = []; // for answers, which come in the order of what was asked
    #why = null;   // it can do no more

    // Begins a tool of its own, with an empty folder.
    static async load() {
        const tool = new Tool();
        const begun = new Promise((resolve, reject) => tool.#waiting.push({ resolve, reject }));
        tool.#worker = await startWorker((answer) => tool.#take(answer), (error) => tool.#end(error));
        const { exit, messages } = await begun;
        if (exit) throw new Error(messages.join("\n"));
        return tool;
    }

    #take(answer) {
        this.#waiting.shift().resolve(answer);
        if (this.#waiting.length === 0) this.#worker.rest();
    }

    #end(why) {
        this.#why = why;
        for (const { reject } of this.#waiting.splice(0)) reject(why);
    }

    // Runs one command. files: what it reads, by name; they stay until close().
    run(words, files = {}) {
        if (this.#why) return Promise.reject(this.#why);
        return new Promise((resolve, reject) => {
            this.#waiting.push({ resolve, reject });
            this.#worker.post({ given: files, words });
        });
    }

    close() {
        this.#end(new Error("the tool is closed"));
        this.#worker.close();
    }
}
