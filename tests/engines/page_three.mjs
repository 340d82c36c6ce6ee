// three.js: a white Lambert sphere lit by a LightProbe alone, or by the environment that the engine loads itself; and a row of metal
// spheres in a prefiltered cubemap.
import * as THREE from "three";
import { DDSLoader } from "three/addons/loaders/DDSLoader.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { HDRCubeTextureLoader } from "three/addons/loaders/HDRCubeTextureLoader.js";
import { HDRLoader } from "three/addons/loaders/HDRLoader.js";
import { KTX2Loader } from "three/addons/loaders/KTX2Loader.js";
import { LightProbeGenerator } from "three/addons/lights/LightProbeGenerator.js";
import { normalizeReflections } from "../../javascript/three.mjs";
import { cubeTextureOf } from "./ktx2_cube.mjs";
import { loadHalves, readTexels } from "./read_texels.mjs";
import { kDistance, kFieldOfView, kRadius, kSpheres, kTile, kWidth, metalnessOf, placeOf, roughnessOf, spheresOf } from "./row.mjs";
import { kSize, kViews, radiusOfSphere, samplePixels } from "./views.mjs";

// Written by `probenorm lights --format three`.
function makeLights(lights) {
    return lights.map(({ color, intensity, position }) => {
        const light = new THREE.DirectionalLight(new THREE.Color(...color), intensity);
        light.position.set(...position);
        return light;
    });
}

function makeSphere(material) {
    return new THREE.Mesh(new THREE.SphereGeometry(radiusOfSphere, 512, 256), material);
}

export const render = (coefficients) => renderProbe({ coefficients });

export async function renderProbe({ coefficients, lights = [] }) {
    const probe = new THREE.LightProbe();
    probe.sh.fromArray(coefficients.flat());
    const sphere = makeSphere(new THREE.MeshLambertMaterial({ color: 0xffffff }));
    return renderScene(new THREE.Scene().add(sphere, probe, ...makeLights(lights)));
}

async function loadPanorama(url) {
    const map = await new HDRLoader().setDataType(THREE.FloatType).loadAsync(url);
    map.mapping = THREE.EquirectangularReflectionMapping;
    return map;
}

async function loadKtx2(url) {
    const renderer = new THREE.WebGLRenderer();
    const flat = await new KTX2Loader().detectSupport(renderer).loadAsync(url);
    renderer.dispose();
    if (flat.isCubeTexture) throw new Error("KTX2Loader makes a cube itself now: docs/formats.md, section 8, is stale");
    return cubeTextureOf(flat);
}

async function loadEnvironment(urls) {
    if (urls[0].endsWith(".ktx2")) return loadKtx2(urls[0]);
    if (urls[0].endsWith(".dds")) return Object.assign(await new DDSLoader().loadAsync(urls[0]), { mapping: THREE.CubeReflectionMapping });
    if (urls.length === 1) return loadPanorama(urls[0]);
    return new Promise((resolve, reject) => new HDRCubeTextureLoader().setDataType(THREE.FloatType).load(
        urls, resolve, undefined, reject));
}

// urls: a panorama, a cubemap of KTX 2 or DDS, or six faces.
export const renderEnvironment = (urls) => renderLit({ urls });

// lights: of `probenorm lights --format three`; gltf: what `--format gltf` wrote.
export async function renderLit({ urls, lights = [], gltf = null }) {
    const scene = new THREE.Scene().add(makeSphere(
        new THREE.MeshPhysicalMaterial({ color: 0xffffff, roughness: 1, metalness: 0, specularIntensity: 0 })));
    scene.environment = await loadEnvironment(urls);
    for (const light of makeLights(lights)) scene.add(light);
    if (gltf) scene.add((await new GLTFLoader().parseAsync(gltf, "")).scene);
    return renderScene(scene);
}

// A black dielectric sphere in an environment of one radiance: as it is, normalized where the probe was captured, and at another shading point.
function renderReflection({ radiance, intensity, lights }, roughness) {
    const material = new THREE.MeshStandardMaterial({ color: 0, roughness, metalness: 0 });
    const scene = new THREE.Scene().add(makeSphere(material));
    scene.environment = new THREE.DataTexture(new Float32Array(32).map((_, i) => [...radiance, 1][i % 4]), 4, 2, THREE.RGBAFormat, THREE.FloatType);
    scene.environment.mapping = THREE.EquirectangularReflectionMapping;
    scene.environment.needsUpdate = true;
    scene.environmentIntensity = intensity;
    const plain = renderScene(scene).samples;
    const { local } = normalizeReflections(material, { probe: lights.probe, local: lights.own });
    const own = renderScene(scene).samples;
    local.value = lights.local.flat();
    return { plain, own, normalized: renderScene(scene).samples };
}

export const renderReflections = async (scene) => scene.roughnesses.map((roughness) => renderReflection(scene, roughness));

function renderScene(scene) {
    const renderer = new THREE.WebGLRenderer();
    const target = new THREE.WebGLRenderTarget(kSize, kSize, { type: THREE.FloatType });

    const samples = [];
    for (const { toward, up } of kViews) {
        const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.1, 10);
        camera.up.set(...up);
        camera.position.set(...toward.map((e) => 3 * e));
        camera.lookAt(0, 0, 0);
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        const pixels = new Float32Array(kSize * kSize * 4);
        renderer.readRenderTargetPixels(target, 0, 0, kSize, kSize, pixels); // row 0 at the bottom
        const right = new THREE.Vector3(...up).cross(new THREE.Vector3(...toward));
        samples.push(...samplePixels(pixels, { toward, up, right: right.toArray() }));
    }
    return { engine: `three.js r${THREE.REVISION}`, samples };
}

// The engine's own projection of a panorama, for tests/witness/comparison.py.
export async function project(url) {
    const map = await loadPanorama(url);
    const renderer = new THREE.WebGLRenderer();
    const start = performance.now();
    const target = new THREE.WebGLCubeRenderTarget(256, { type: THREE.FloatType }).fromEquirectangularTexture(renderer, map);
    const probe = await LightProbeGenerator.fromCubeRenderTarget(renderer, target);
    const seconds = (performance.now() - start) / 1000;
    return { engine: `three.js r${THREE.REVISION}`, seconds, coefficients: probe.sh.coefficients.map((c) => c.toArray()) };
}

// The engine's own prefiltered cubemaps are render targets, whose list of mips begins with the first one; that of a CubeTexture
// begins with the second. So one more stands at its end, which is never read.
async function loadPrefiltered(url) {
    const cube = await loadKtx2(url), last = cube.mipmaps.at(-1), size = last.image[0].image.width / 2;
    cube.mipmaps.push(new THREE.CubeTexture(last.image.map(({ image }) => new THREE.DataTexture(
        image.data.subarray(0, 4 * size * size), size, size, cube.format, cube.type))));
    cube.isPMREMTexture = true;
    return cube;
}

export function makeRow() {
    const geometry = new THREE.SphereGeometry(kRadius, 128, 64);
    return Array.from({ length: kSpheres }, (_, i) => {
        const sphere = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ metalness: metalnessOf(i), roughness: roughnessOf(i) }));
        sphere.position.x = placeOf(i);
        return sphere;
    });
}

// urls: of .ktx2 files; lines: other ways to light the scene (make.mjs).
export async function renderRows(urls, lines = []) {
    const renderer = new THREE.WebGLRenderer(), target = new THREE.WebGLRenderTarget(kWidth, kTile, { type: THREE.FloatType });
    const camera = new THREE.PerspectiveCamera(THREE.MathUtils.radToDeg(kFieldOfView), kSpheres, kDistance - 10, kDistance + 10);
    camera.position.z = kDistance;
    const scene = new THREE.Scene().add(...makeRow()), rows = [];
    const lights = [...urls.map((url) => async () => (scene.environment = await loadPrefiltered(url))), ...lines];
    for (const light of lights) {
        scene.environment = null;
        scene.remove(...scene.children.filter(({ isLightProbe }) => isLightProbe));
        await light({ renderer, scene });
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        const pixels = new Float32Array(kWidth * kTile * 4);
        renderer.readRenderTargetPixels(target, 0, 0, kWidth, kTile, pixels);
        rows.push(spheresOf(pixels));
    }
    return { engine: `three.js r${THREE.REVISION}`, rows };
}

// The engine's own prefiltering of cubemaps of halves: per map the rgb at places (read_texels.mjs).
export async function prefilter({ urls, places }) {
    const renderer = new THREE.WebGLRenderer(), generator = new THREE.PMREMGenerator(renderer), found = [];
    for (const url of urls) {
        const cube = cubeTextureOf({ mipmaps: [await loadHalves(url)], format: THREE.RGBAFormat, type: THREE.HalfFloatType });
        const target = generator.fromCubemap(cube);
        found.push(readTexels(renderer.getContext(), renderer.properties.get(target.texture).__webglTexture, true, places));
        target.dispose();
        cube.dispose();
    }
    return found;
}
