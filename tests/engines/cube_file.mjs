// Cubemaps with mips in files as `probenorm` writes them, found by the formats' own specifications: KTX 2 without compression, which
// keeps the six faces of a mip together, and DDS, which keeps the mips of a face together. A texel is four halves or floats.

// Per mip its width and six arrays of r g b a, views of the file's bytes: 16-bit patterns of halves, or floats. file: an ArrayBuffer.
export function facesOf(file) {
    const view = new DataView(file), u32 = (at) => view.getUint32(at, true), isDds = u32(0) === 0x20534444; // "DDS "
    const [size, mips] = isDds ? [u32(16), u32(28)] : [u32(20), u32(40)];
    const isHalf = isDds ? u32(84) === 113 : u32(12) === 97; // D3DFMT_A16B16G16R16F, VK_FORMAT_R16G16B16A16_SFLOAT
    const Texels = isHalf ? Uint16Array : Float32Array, faces = Array.from({ length: mips }, (_, mip) => Object.assign([], { width: size >> mip }));
    for (let face = 0, next = isHalf ? 128 : 148; face < 6; ++face)
        for (let mip = 0; mip < mips; ++mip) {
            const length = 4 * (size >> mip) ** 2, bytes = length * Texels.BYTES_PER_ELEMENT;
            faces[mip].push(new Texels(file, isDds ? next : u32(80 + 24 * mip) + face * bytes, length));
            next += bytes;
        }
    return faces;
}

// The nearest half of a value from 0 to 65504, as its 16 bits; of two that are equally near, the one whose last bit is 0.
function halfOf(value) {
    const exponent = Math.max(-14, Math.floor(Math.log2(value))), steps = value / 2 ** (exponent - 10);
    const down = Math.floor(steps), rest = steps - down;
    return ((exponent + 14) << 10) + down + (rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? 1 : 0);
}

// The same file of halves with other colours, per mip the rgb of six faces, and alpha as before.
export function withColors(file, mips) {
    const copy = file.slice();
    facesOf(copy).forEach((faces, mip) => faces.forEach((texels, face) => texels.forEach((_, i) => {
        if (i % 4 < 3) texels[i] = halfOf(mips[mip][3 * (face * texels.length / 4 + (i >> 2)) + i % 4]);
    })));
    return copy;
}
