// node prefilter_engines.mjs ENGINE --modules DIR --chromium EXE --work DIR
//
// What an engine's own filter makes of cubemaps, in headless Chromium, for prefilter_study.py. DIR/maps.f16: six faces of halves each;
// DIR/places.json: the width of a face, what the page's prefilter() takes, and places.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCommand, show } from "../engines/browser.mjs";

const command = readCommand(), { size, ...argument } = JSON.parse(readFileSync(join(command.work, "places.json")));
const maps = readFileSync(join(command.work, "maps.f16")), bytes = 48 * size * size, urls = [], files = {}, found = [];
for (let at = 0; at < maps.length; at += bytes) files[urls[urls.push(`/${at}`) - 1]] = maps.subarray(at, at + bytes);
while (urls.length > 0) // few at a time: show() has a limit of time
    found.push(...await show(command, command.subject, "prefilter", { ...argument, urls: urls.splice(0, 2) }, files));
console.log(JSON.stringify(found));
