// node npm_tool.mjs PACKAGE WORD...: one command of the npm package's tool, as if it were a program. Files that it reads lie in "in",
// those that it writes in "out".
import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...words] = process.argv.slice(2);
const { Tool } = await import(pathToFileURL(resolve(folder, "node.mjs")));
const isInput = (word) => word.startsWith("in/");
const given = Object.fromEntries(words.filter(isInput).map((path) => [basename(path), readFileSync(path)]));
const tool = await Tool.load();
const { exit, messages, files } = await tool.run(words.map((word) => (isInput(word) ? basename(word) : word)), given);
console.error(messages.join("\n"));
for (const { name, bytes } of files) writeFileSync(`out/${name}`, bytes);
process.exit(exit);
