// node bc6h.mjs FORMAT BLOCKS FILE: a DDS picture of BC6H blocks (DXGI FORMAT 95 unsigned, 96 signed), as many for each
// of the 14 modes and for what is reserved, their other bits from a fixed sequence. BLOCKS is a multiple of 32.
import { writeFileSync } from "node:fs";

const [format, count, path] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const codes = [0x00, 0x01, 0x02, 0x06, 0x0a, 0x0e, 0x12, 0x16, 0x1a, 0x1e, 0x03, 0x07, 0x0b, 0x0f, 0x13, 0x17];
let state = 12345;
const nextByte = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24);

const blocks = Buffer.alloc(16 * count);
for (let i = 0; i < count; ++i) {
    for (let k = 0; k < 16; ++k) blocks[16 * i + k] = nextByte();
    const code = codes[i % codes.length], bits = code < 2 ? 2 : 5;
    blocks[16 * i] = (blocks[16 * i] & ~((1 << bits) - 1)) | code;
}

const columns = 2 ** Math.ceil(Math.log2(Math.sqrt(count))), rows = count / columns;
const header = new Uint32Array(37);
header.set([0x20534444, 124, 0x81007, 4 * rows, 4 * columns, blocks.length]);
header.set([32, 4, 0x30315844], 19); // "DX10"
header[27] = 0x1000;
header.set([format, 3, 0, 1, 0], 32);
writeFileSync(path, Buffer.concat([Buffer.from(header.buffer), blocks]));
