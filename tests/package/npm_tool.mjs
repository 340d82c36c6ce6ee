// node npm_tool.mjs PACKAGE WORD...: one command of the npm package's tool, as if it were a program. Files that it reads lie in "in",
// those that it writes in "out".
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...words] = process.argv.slice(2);
const { Tool } = await import(pathToFileURL(resolve(folder, "node.mjs")));
const given = Object.fromEntries(words.filter((word) => word.startsWith("in/")).map((path) => [path, readFileSync(path)]));
const tool = await Tool.load();
const { exit, messages, files } = await tool.run(words, given);
console.error(messages.join("\n"));
for (const { name, bytes } of files) writeFileSync(`out/${name}`, bytes);
process.exit(exit);
