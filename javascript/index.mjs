// The command line tool as WebAssembly, in a worker of the browser. node.mjs has Node.js' own.

const kFile = new URL("./probenorm.js", import.meta.url); // defines one function, which makes a worker of its own
export const kCall = "\nprobenormWorker();";

export class Tool {
    #worker = null;
    #waiting = []; // for answers, which come in the order of what was asked
    #why = null;   // it can do no more

    // Begins a tool of its own, with an empty folder.
    static async load() {
        const tool = new this();
        const begun = new Promise((resolve, reject) => tool.#waiting.push({ resolve, reject }));
        tool.#worker = await this.startWorker(kFile, (answer) => tool.#take(answer), (error) => tool.#end(error));
        const { exit, messages } = await begun;
        if (exit) throw new Error(messages.join("\n"));
        return tool;
    }

    // onAnswer gets each message, onError what ends the worker. rest() is called when no answer is awaited.
    static async startWorker(file, onAnswer, onError) {
        const source = URL.createObjectURL(new Blob([await (await fetch(file)).text(), kCall], { type: "text/javascript" }));
        const worker = new Worker(source);
        worker.onmessage = ({ data }) => onAnswer(data);
        worker.onerror = (event) => onError(new Error(event.message));
        return { post: (message) => worker.postMessage(message), rest: () => URL.revokeObjectURL(source), close: () => worker.terminate() };
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
