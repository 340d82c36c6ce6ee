// node three_probe.mjs --modules DIR --chromium EXE --map FILE.hdr
//
// three.js's own coefficients of a panorama: WebGLCubeRenderTarget.fromEquirectangularTexture with faces of 256, then
// LightProbeGenerator.fromCubeRenderTarget, in headless Chromium. Prints them with the seconds that the two calls took.
import { readFileSync } from "node:fs";
import { readCommand, show } from "../engines/browser.mjs";

const command = readCommand("map");
console.log(JSON.stringify(await show(command, "three", "project", "/map.hdr", { "/map.hdr": readFileSync(command.map) })));
