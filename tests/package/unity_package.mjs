// node unity_package.mjs FOLDER: what Unity expects of a package it may not write to. Each file and folder has its .meta
// with a guid of its own, except in folders whose names end in ~, which it does not import; and no .meta is alone.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2];
const guids = new Map();

function checkMeta(path) {
    assert(existsSync(`${path}.meta`), `${path} has no .meta`);
    const guid = /^guid: ([0-9a-f]{32})$/m.exec(readFileSync(`${path}.meta`, "utf8"))?.[1];
    assert(guid, `${path}.meta has no guid`);
    assert(!guids.has(guid), `${path} and ${guids.get(guid)} have one guid`);
    guids.set(guid, path);
}

function checkFolder(folder) {
    for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (name.endsWith("~") || name.startsWith("."))
            continue;
        if (name.endsWith(".meta"))
            assert(existsSync(path.slice(0, -".meta".length)), `${path} is alone`);
        else
            checkMeta(path);
        if (statSync(path).isDirectory())
            checkFolder(path);
    }
}

function checkManifest() {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    assert.equal(manifest.name, "com.probenorm");
    assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
    assert.match(manifest.unity, /^\d{4}\.\d+$/);
    for (const sample of manifest.samples ?? [])
        assert(statSync(join(root, sample.path)).isDirectory(), sample.path);
}

// What an asset refers to is in the package, each by the guid of its .meta.
function checkKernels() {
    const folder = join(root, "Runtime/Compute");
    const texts = readdirSync(folder).filter(name => name.endsWith(".compute")).map(name => join(folder, name));
    const asset = readFileSync(join(folder, "Kernels.asset"), "utf8");
    const named = [...asset.matchAll(/guid: ([0-9a-f]{32})/g)].map(match => guids.get(match[1]));
    assert.deepEqual(named.sort(), [join(root, "Runtime/ComputeKernels.cs"), ...texts].sort());
    assert.equal(texts.length, 7);
}

checkFolder(root);
checkManifest();
checkKernels();
for (const path of guids.values())
    if (/\.(asmdef|json)$/.test(path))
        JSON.parse(readFileSync(path, "utf8"));
for (const name of ["libprobenorm.so", "probenorm.dll"])
    assert([...guids.values()].includes(join(root, "Runtime/Plugins/x86_64", name)), `${name} is missing`);
for (const name of ["README.md", "CHANGELOG.md", "LICENSE.md"])
    assert(existsSync(join(root, name)), `${name} is missing`);
console.log(`${guids.size} files and folders with their .meta`);
