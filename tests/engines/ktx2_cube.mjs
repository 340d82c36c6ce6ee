// A CubeTexture of three.js from a KTX2 cubemap of half floats or floats. three.js's KTX2Loader unpacks such a file, Zstandard
// too, but returns a 2D texture whose levels hold all six faces.
import { CubeTexture, DataTexture, LinearFilter, LinearMipmapLinearFilter, LinearSRGBColorSpace } from "three";

// flat: what KTX2Loader.loadAsync() returns.
export function cubeTextureOf(flat) {
    const [cube, ...smaller] = flat.mipmaps.map(({ data, width }) => {
        const face = data.length / 6;
        return new CubeTexture([0, 1, 2, 3, 4, 5].map((i) => new DataTexture(
            data.subarray(i * face, (i + 1) * face), width, width, flat.format, flat.type)));
    });
    cube.mipmaps = smaller;
    cube.format = flat.format;
    cube.type = flat.type;
    cube.colorSpace = LinearSRGBColorSpace;
    cube.generateMipmaps = false;
    cube.magFilter = LinearFilter;
    cube.minFilter = smaller.length > 0 ? LinearMipmapLinearFilter : LinearFilter;
    cube.needsUpdate = true;
    return cube;
}
