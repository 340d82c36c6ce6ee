// Cubemaps with mips in files as `probenorm` writes them, found by the formats' own specifications: KTX 2 without compression, which
// keeps the six faces of a mip together, and DDS with a DX10 header, which keeps the mips of a face together. A texel is four halves
// or floats.

function describe(view) {
    const u32 = (at) => view.getUint32(at, true);
    if (u32(0) === 0x20534444) // "DDS "
        return { size: u32(16), mips: u32(28), isHalf: u32(128) === 10, firstOfMip: null };
    const mips = u32(40);
    return { size: u32(20), mips, isHalf: u32(12) === 97, firstOfMip: Array.from({ length: mips }, (_, i) => u32(80 + 24 * i)) };
}

// Per mip six arrays of r g b a, views of the file's bytes: 16-bit patterns of halves, or floats. file: an ArrayBuffer.
export function facesOf(file) {
    const { size, mips, isHalf, firstOfMip } = describe(new DataView(file));
    const Texels = isHalf ? Uint16Array : Float32Array, faces = Array.from({ length: mips }, () => []);
    for (let face = 0, next = 148; face < 6; ++face)
        for (let mip = 0; mip < mips; ++mip) {
            const length = 4 * (size >> mip) ** 2, bytes = length * Texels.BYTES_PER_ELEMENT;
            faces[mip].push(new Texels(file, firstOfMip ? firstOfMip[mip] + face * bytes : next, length));
            next += bytes;
        }
    return faces;
}

// The nearest half of a value from 0 to 65504, as its 16 bits; of two that are equally near, the one whose last bit is 0.
export function halfOf(value) {
    const exponent = Math.max(-14, Math.floor(Math.log2(value))), steps = value / 2 ** (exponent - 10);
    const down = Math.floor(steps), rest = steps - down;
    return ((exponent + 14) << 10) + down + (rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? 1 : 0);
}

// A file of the same form whose texels have the colours of mips (rgb, face after face), and alpha as before.
export function withColors(file, mips) {
    const copy = file.slice();
    facesOf(copy).forEach((faces, mip) => faces.forEach((texels, face) => {
        for (let i = 0; i < texels.length; ++i)
            if (i % 4 < 3) {
                const value = mips[mip][(face * texels.length) / 4 * 3 + (i >> 2) * 3 + (i % 4)];
                texels[i] = texels instanceof Uint16Array ? halfOf(value) : value;
            }
    }));
    return copy;
}
