// One script for the browser: call() of a page's export, whose result, or error, it reports.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

export async function bundle(modules, page, name, argument) {
    const require = createRequire(join(modules, "package.json"));
    const { build } = require("esbuild");
    const source = `
        import { ${name} } from "./page_${page}.mjs";
        const report = (body) => fetch("/", { method: "POST", body: JSON.stringify(body) });
        ${name}(${JSON.stringify(argument)}).then((result) => report({ result }), (e) => report({ error: String(e.stack ?? e) }));`;
    const { outputFiles } = await build({
        stdin: { contents: source, resolveDir: here }, bundle: true, format: "esm", write: false, logLevel: "error",
        nodePaths: [join(modules, "node_modules")],
    });
    return outputFiles[0].text;
}
