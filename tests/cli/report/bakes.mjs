// Bakes with small maps, whose reports are looked at.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// A flat Radiance map, twice as wide as high: value * 2^-8 in each channel, value in 128..255 for exactness.
function radianceMap(width, value) {
    const header = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${width / 2} +X ${width}\n`;
    const texels = Buffer.alloc(width * width * 2);
    for (let i = 0; i < texels.length; i += 4) texels.set([value, value, value, 128], i);
    return Buffer.concat([Buffer.from(header), texels]);
}

function bake(probenorm, work, probes) {
    writeFileSync(join(work, "probes.json"), JSON.stringify({ version: 1, probes }));
    execFileSync(probenorm, ["bake", join(work, "probes.json"), "-o", join(work, "baked"), "--device", "cpu", "--quiet"]);
    return join(work, "baked");
}

function emptied(work) {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    return work;
}

// Four probes, whose files have characters of HTML in their names.
export function bakeFour(probenorm, work) {
    emptied(work);
    const probes = [];
    for (const [id, width, value] of [["b2", 6, 192], ["b10", 4, 128], ["a", 6, 255], ["dark", 4, 0]]) {
        const file = `${id} &lt; 'x'.hdr`;
        writeFileSync(join(work, file), radianceMap(width, value));
        probes.push({ id, file, position: [0, 1, 2] });
    }
    return bake(probenorm, work, probes);
}

// So many of the same map: p0, p1, ...
export function bakeMany(probenorm, work, count) {
    writeFileSync(join(emptied(work), "map.hdr"), radianceMap(4, 128));
    return bake(probenorm, work, Array.from({ length: count }, (_, i) => ({ id: `p${i}`, file: "map.hdr" })));
}
