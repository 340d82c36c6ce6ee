// r g b a of texels of a WebGL texture. places: mip, face (0 in a texture of two dimensions), column and row of each. pixel: for one of
// them, of bytes if the texture has bytes.
export function readTexels(gl, texture, isCube, places, pixel = new Float32Array(4)) {
    const before = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.createFramebuffer());
    const found = places.map(([mip, face, x, y]) => {
        const target = isCube ? gl.TEXTURE_CUBE_MAP_POSITIVE_X + face : gl.TEXTURE_2D;
        gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, target, texture, mip);
        gl.readPixels(x, y, 1, 1, gl.RGBA, pixel instanceof Uint8Array ? gl.UNSIGNED_BYTE : gl.FLOAT, pixel);
        return Array.from(pixel);
    });
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, before); // engines remember it
    return found;
}

// Six faces of halves (r g b a), one after the other, as `prefilter` of a page gets them.
export async function loadHalves(url) {
    const data = new Uint16Array(await (await fetch(url)).arrayBuffer()), length = data.length / 6;
    return { data, width: Math.sqrt(length / 4), faces: Array.from({ length: 6 }, (_, i) => data.subarray(i * length, (i + 1) * length)) };
}
