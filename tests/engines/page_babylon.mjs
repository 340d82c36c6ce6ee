// Babylon.js: a white, rough, non-metallic PBR sphere with a black reflection texture, so that only the irradiance of
// its spherical harmonics is left. Specular is off: it would take its share of energy from the diffuse. And a row of metal
// spheres in a prefiltered cubemap.
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import "@babylonjs/core/Engines/Extensions/engine.prefilteredCubeTexture.js";
import "@babylonjs/core/Engines/Extensions/engine.renderTargetCube.js";
import { MaterialPluginBase } from "@babylonjs/core/Materials/materialPluginBase.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { CubeTexture } from "@babylonjs/core/Materials/Textures/cubeTexture.js";
import { HDRFiltering } from "@babylonjs/core/Materials/Textures/Filtering/hdrFiltering.js";
import { HDRCubeTexture } from "@babylonjs/core/Materials/Textures/hdrCubeTexture.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import "@babylonjs/core/Materials/Textures/Loaders/ddsTextureLoader.js";
import "@babylonjs/core/Materials/Textures/baseTexture.polynomial.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { SphericalHarmonics, SphericalPolynomial } from "@babylonjs/core/Maths/sphericalPolynomial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { RGBE_ReadHeader, RGBE_ReadPixels } from "@babylonjs/core/Misc/HighDynamicRange/hdr.js";
import { Scene } from "@babylonjs/core/scene.js";
import { normalizeReflections } from "../../javascript/babylon.mjs";
import { loadHalves, readTexels } from "./read_texels.mjs";
import { kDistance, kFieldOfView, kRadius, kSpheres, kTile, kWidth, metalnessOf, placeOf, roughnessOf, spheresOf, until } from "./row.mjs";
import { kSize, kViews, radiusOfSphere, samplePixels } from "./views.mjs";

function evenReflection(scene, radiance) {
    const faces = Array.from({ length: 6 }, () => new Float32Array([...radiance, 1]));
    return new RawCubeTexture(scene, faces, 1, Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_FLOAT, false);
}

const blackReflection = (scene) => evenReflection(scene, [0, 0, 0]);

function whiteMaterial(scene, reflection) {
    const material = new PBRMaterial("white", scene);
    material.albedoColor = Color3.White();
    material.metallic = 0;
    material.roughness = 1;
    material.metallicF0Factor = 0;
    material.directIntensity = 0;
    material.specularIntensity = 0;
    material.reflectionTexture = reflection;
    return material;
}

function makeCamera(scene, { toward, up }) {
    const camera = new FreeCamera("camera", new Vector3(...toward).scale(3), scene);
    camera.mode = Camera.ORTHOGRAPHIC_CAMERA;
    camera.orthoLeft = camera.orthoBottom = -1;
    camera.orthoRight = camera.orthoTop = 1;
    camera.upVector = new Vector3(...up);
    camera.setTarget(Vector3.Zero());
    return camera;
}

function makeScene() {
    const engine = new Engine(document.createElement("canvas"), false, { useHighPrecisionFloats: true });
    const scene = new Scene(engine);
    scene.clearColor = new Color4(0, 0, 0, 0);
    scene.imageProcessingConfiguration.applyByPostProcess = true; // the material writes linear radiance
    return scene;
}

export async function render(coefficients) {
    const scene = makeScene();
    const reflection = blackReflection(scene);
    reflection.sphericalPolynomial = SphericalPolynomial.FromHarmonics(SphericalHarmonics.FromArray(coefficients));
    return renderScene(scene, reflection);
}

// urls: a panorama, or six faces. The light that the engine finds in them by itself is kept, their reflection is not.
export async function renderEnvironment(urls) {
    const scene = makeScene();
    const load = urls.length === 6 ? loadFaces : /[.](dds|env)$/.test(urls[0]) ? loadCube : loadPanorama;
    const loaded = await load(scene, urls.length === 6 ? urls : urls[0]);
    await until(() => loaded.sphericalPolynomial !== null);
    const reflection = blackReflection(scene);
    reflection.sphericalPolynomial = loaded.sphericalPolynomial;
    return renderScene(scene, reflection);
}

function loadPanorama(scene, url) {
    return new Promise((resolve, reject) => {
        const texture = new HDRCubeTexture(url, scene, 128, false, true, false, false, () => resolve(texture),
            (message) => reject(new Error(message)));
    });
}

function loadCube(scene, url) {
    return new Promise((resolve, reject) => {
        const texture = new CubeTexture(url, scene, null, false, null, () => resolve(texture),
            (message) => reject(new Error(message)), undefined, true, null, true);
    });
}

// Babylon.js loads no six .hdr files, so their texels go in by the engine's own reader of such a file.
async function loadFaces(scene, urls) {
    const faces = [];
    let size = 0;
    for (const url of urls) {
        const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
        const info = RGBE_ReadHeader(bytes);
        const rgb = RGBE_ReadPixels(bytes, info);
        size = info.width;
        faces.push(Float32Array.from({ length: size * size * 4 }, (_, i) => (i % 4 === 3 ? 1 : rgb[(i >> 2) * 3 + (i % 4)])));
    }
    const texture = new RawCubeTexture(
        scene, faces, size, Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_FLOAT, false);
    texture.gammaSpace = false;
    return texture;
}

// r g b a, row 0 at the bottom.
async function renderInto(target, scene) {
    await scene.whenReadyAsync();
    await until(() => target.isReadyForRendering());
    target.render();
    return target.readPixels();
}

// A black dielectric sphere in an environment of one radiance: as it is, normalized where the probe was captured, and at another shading point.
async function renderReflection({ radiance, intensity, lights }, roughness) {
    const scene = makeScene(), material = new PBRMaterial("black", scene);
    material.albedoColor = Color3.Black();
    material.metallic = 0;
    material.roughness = roughness;
    material.brdf.mixIblRadianceWithIrradiance = false;
    material.reflectionTexture = evenReflection(scene, radiance);
    material.reflectionTexture.gammaSpace = false;
    material.reflectionTexture.level = intensity;
    const plain = (await renderMaterial(scene, material)).samples;
    const plugin = normalizeReflections(MaterialPluginBase, material, { probe: lights.probe, local: lights.own });
    const own = (await renderMaterial(scene, material)).samples;
    plugin.local = lights.local;
    return { plain, own, normalized: (await renderMaterial(scene, material)).samples };
}

export const renderReflections = (scene) => Promise.all(scene.roughnesses.map((roughness) => renderReflection(scene, roughness)));

const renderScene = (scene, reflection) => renderMaterial(scene, whiteMaterial(scene, reflection));

async function renderMaterial(scene, material) {
    const sphere = CreateSphere("sphere", { diameter: 2 * radiusOfSphere, segments: 256 }, scene);
    sphere.material = material;

    const samples = [];
    for (const view of kViews) {
        const camera = makeCamera(scene, view);
        scene.activeCamera = camera;
        const target = new RenderTargetTexture(
            "view", kSize, scene, { type: Constants.TEXTURETYPE_FLOAT, generateMipMaps: false });
        target.activeCamera = camera;
        target.renderList = [sphere];
        const pixels = await renderInto(target, scene);
        const right = Vector3.Cross(new Vector3(...view.toward).scale(-1), new Vector3(...view.up)).scale(-1);
        samples.push(...samplePixels(pixels, { ...view, right: [right.x, right.y, right.z] }));
        target.dispose();
        camera.dispose();
    }
    return { engine: `Babylon.js ${Engine.Version}`, samples };
}

function makeRow(scene) {
    return Array.from({ length: kSpheres }, (_, i) => {
        const sphere = CreateSphere("sphere", { diameter: 2 * kRadius, segments: 64 }, scene), metal = new PBRMaterial("metal", scene);
        metal.metallic = metalnessOf(i);
        metal.roughness = roughnessOf(i);
        metal.brdf.mixIblRadianceWithIrradiance = false; // rough metal would show spherical harmonics instead of mips
        sphere.material = metal;
        sphere.position.x = -placeOf(i);
        return sphere;
    });
}

// urls: of .dds and .env files, which the engine loads by itself; lines: other ways to light the scene (make.mjs).
export async function renderRows(urls, lines = []) {
    const scene = makeScene(), spheres = makeRow(scene), rows = [];
    const camera = new FreeCamera("camera", new Vector3(0, 0, kDistance), scene); // left-handed: x to the left
    camera.setTarget(Vector3.Zero());
    camera.freezeProjectionMatrix(Matrix.PerspectiveFovLH(kFieldOfView, kSpheres, kDistance - 10, kDistance + 10));
    const target = new RenderTargetTexture("row", { width: kWidth, height: kTile }, scene,
        { type: Constants.TEXTURETYPE_FLOAT, generateMipMaps: false });
    target.activeCamera = scene.activeCamera = camera;
    target.renderList = spheres;
    const BABYLON = { CubeTexture, SphericalHarmonics, SphericalPolynomial };
    const lights = [...urls.map((url) => () => (scene.environmentTexture = CubeTexture.CreateFromPrefilteredData(url, scene))), ...lines];
    for (const light of lights) {
        scene.environmentTexture = blackReflection(scene);
        await light({ BABYLON, scene });
        rows.push(spheresOf(await renderInto(target, scene)));
    }
    return { engine: `Babylon.js ${Engine.Version}`, rows };
}

// The engine's own prefiltering of cubemaps of halves, with so many samples: per map the rgb at places (read_texels.mjs).
export async function prefilter({ urls, places, quality }) {
    const scene = makeScene(), engine = scene.getEngine(), found = [];
    for (const url of urls) {
        const { faces, width } = await loadHalves(url);
        const cube = new RawCubeTexture(scene, faces, width, Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_HALF_FLOAT, true);
        cube.gammaSpace = false;
        await new HDRFiltering(engine, { quality }).prefilter(cube);
        found.push(readTexels(engine._gl, cube.getInternalTexture()._hardwareTexture.underlyingResource, true, places));
        cube.dispose();
    }
    return found;
}
