// Headless Chromium, spoken to by its debugging protocol over a pipe: it opens pages as a user does, also from file://,
// where a page can report to nobody.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const kTimeoutMs = 120000;

export class Chromium {
    #browser;
    #profile = mkdtempSync(join(tmpdir(), "probenorm-chromium-"));
    #waiting = new Map(); // calls by their number
    #last = 0;
    #log = "";
    #text = "";

    constructor(program) {
        const flags = ["--headless", "--no-first-run", "--disable-dev-shm-usage", "--disable-gpu",
            "--remote-debugging-pipe", `--user-data-dir=${this.#profile}`];
        if (process.getuid?.() === 0) flags.push("--no-sandbox"); // the sandbox refuses to run as root
        this.#browser = spawn(program, flags, { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"], detached: true });
        this.#browser.stderr.on("data", (chunk) => (this.#log += chunk));
        this.#browser.stdio[4].on("data", (chunk) => this.#read(chunk));
        this.#browser.on("exit", (code) => this.#failAll(`${program} ended with ${code}`));
        this.#browser.on("error", (error) => this.#failAll(error.message));
    }

    #failAll(why) {
        for (const { reject } of this.#waiting.values()) reject(new Error(`${why}\n${this.#log.slice(-2000)}`));
        this.#waiting.clear();
    }

    #read(chunk) {
        this.#text += chunk;
        const messages = this.#text.split("\0");
        this.#text = messages.pop();
        for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
            const call = this.#waiting.get(id);
            if (!call) continue; // an event
            this.#waiting.delete(id);
            error ? call.reject(new Error(error.message)) : call.resolve(result);
        }
    }

    call(method, params = {}, sessionId = undefined) {
        const id = ++this.#last;
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`no answer to ${method}\n${this.#log.slice(-2000)}`)), kTimeoutMs);
            const ended = (then) => (value) => (clearTimeout(timer), then(value));
            this.#waiting.set(id, { resolve: ended(resolve), reject: ended(reject) });
            this.#browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        });
    }

    async newPage() {
        const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
        return new Page(this, targetId, sessionId);
    }

    close() {
        try {
            process.kill(-this.#browser.pid, "SIGKILL"); // the whole group: Chromium is many processes
        } catch {
            // it has ended already
        }
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
}

export class Page {
    #browser;
    #target;
    #session;

    constructor(browser, target, session) {
        this.#browser = browser;
        this.#target = target;
        this.#session = session;
    }

    call(method, params) {
        return this.#browser.call(method, params, this.#session);
    }

    // Runs before any script of the pages that are opened from now on.
    async prepare(source) {
        await this.call("Page.enable");
        await this.call("Page.addScriptToEvaluateOnNewDocument", { source });
    }

    async open(url) {
        await this.call("Page.enable");
        const { errorText } = await this.call("Page.navigate", { url });
        if (errorText) throw new Error(`${url}: ${errorText}`);
    }

    // The value of a function that runs in the page, which may be a promise.
    async run(body, ...values) {
        const expression = `(${body})(${values.map((value) => JSON.stringify(value)).join(", ")})`;
        const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    // Waits until the function returns what is neither false nor undefined, and returns that.
    async until(body) {
        for (const start = Date.now(); Date.now() - start < kTimeoutMs;) {
            const value = await this.run(body);
            if (value !== undefined && value !== false && value !== null) return value;
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error(`still not so after ${kTimeoutMs} ms: ${body}`);
    }

    close() {
        return this.#browser.call("Target.closeTarget", { targetId: this.#target });
    }
}
