// node map.mjs FILE: a Radiance map of 32 x 16 texels without any symmetry.
import { writeFileSync } from "node:fs";

const [width, height] = [32, 16];
const texels = Buffer.alloc(4 * width * height);
for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x)
        texels.set([128 + ((5 * x + 3 * y) % 100), 140 + 4 * y, 255 - 3 * x, x === 7 && y === 4 ? 134 : 128],
            4 * (y * width + x));
writeFileSync(process.argv[2],
    Buffer.concat([Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`), texels]));
