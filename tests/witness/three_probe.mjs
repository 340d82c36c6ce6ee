// node three_probe.mjs --modules DIR --chromium EXE --map FILE.hdr
//
// three.js's own coefficients of a panorama: WebGLCubeRenderTarget.fromEquirectangularTexture with faces of 256, then
// LightProbeGenerator.fromCubeRenderTarget, in headless Chromium. Prints them with the seconds that the two calls took.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bundle, runInBrowser } from "../engines/browser.mjs";

const { values: options } = parseArgs({
    options: Object.fromEntries(["modules", "chromium", "map"].map((name) => [name, { type: "string" }])),
});
const script = await bundle(options.modules, "three", "project", "/map.hdr");
console.log(JSON.stringify(await runInBrowser(options.chromium, script, { "/map.hdr": readFileSync(options.map) })));
