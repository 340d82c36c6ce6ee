// The page is tested with the three.js of tests/engines, so samples/web must ask for the same version.
import { readFileSync } from "node:fs";

const versionIn = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url))).dependencies.three;
const ours = versionIn("../../samples/web/package.json"), tested = versionIn("../engines/package.json");
if (ours !== tested) {
    console.error(`samples/web asks for three.js ${ours}, and tests/engines has ${tested}`);
    process.exit(1);
}
