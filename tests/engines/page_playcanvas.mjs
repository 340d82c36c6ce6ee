// PlayCanvas: a white sphere without specular light, lit by the environment that the engine loads itself; and a row of metal spheres
// in a prefiltered cubemap.
import * as pc from "playcanvas";
import { facesOf } from "./cube_file.mjs";
import { loadHalves, readTexels } from "./read_texels.mjs";
import { kDistance, kFieldOfView, kRadius, kSpheres, kTile, kWhite, kWidth, metalnessOf, placeOf, roughnessOf, spheresOf, until } from "./row.mjs";
import { kSize, kViews, radiusOfSphere, samplePixels } from "./views.mjs";

function makeApp() {
    const canvas = document.createElement("canvas");
    const app = new pc.Application(canvas, { graphicsDeviceOptions: { antialias: false } });
    app.autoRender = false;
    app.start();
    return app;
}

function load(app, url) {
    return new Promise((resolve, reject) => {
        const asset = new pc.Asset(url, "texture", { url, filename: url },
            { type: url.endsWith(".png") ? pc.TEXTURETYPE_RGBM : pc.TEXTURETYPE_RGBE });
        asset.once("load", () => resolve(asset.resource));
        asset.once("error", (message) => reject(new Error(message)));
        app.assets.add(asset);
        app.assets.load(asset);
    });
}

async function loadCubemap(app, urls) {
    const faces = await Promise.all(urls.map((url) => load(app, url)));
    const cubemap = new pc.Texture(app.graphicsDevice, {
        cubemap: true, mipmaps: false, width: faces[0].width, height: faces[0].height, format: faces[0].format,
        type: faces[0].type, levels: [faces.map((face) => face._levels[0])],
    });
    return cubemap;
}

// urls: a panorama, or six faces.
export async function renderEnvironment(urls) {
    const app = makeApp();
    const source = urls.length === 1 ? await load(app, urls[0]) : await loadCubemap(app, urls);
    if (urls.length === 1) source.projection = pc.TEXTUREPROJECTION_EQUIRECT;
    const lighting = pc.EnvLighting.generateLightingSource(source);
    app.scene.envAtlas = pc.EnvLighting.generateAtlas(lighting, { numAmbientSamples: 4096 });

    addSphere(app);
    return renderViews(app);
}

// By a material's ambientSH alone.
export async function render(coefficients) {
    const app = makeApp();
    app.scene.ambientLight.set(0, 0, 0);
    addSphere(app, new Float32Array(coefficients.flat()));
    return renderViews(app);
}

function addSphere(app, ambientSH = null) {
    const material = new pc.StandardMaterial();
    material.diffuse.set(1, 1, 1);
    material.useMetalness = false;
    material.specular.set(0, 0, 0);
    material.specularityFactor = 0;
    material.ambientSH = ambientSH;
    addMesh(app, material, new pc.SphereGeometry({ radius: radiusOfSphere, latitudeBands: 128, longitudeBands: 256 }));
}

function addMesh(app, material, geometry, x = 0) {
    material.update();
    const entity = new pc.Entity();
    entity.addComponent("render", {
        meshInstances: [new pc.MeshInstance(pc.Mesh.fromGeometry(app.graphicsDevice, geometry), material)],
    });
    entity.setPosition(x, 0, 0);
    app.root.addChild(entity);
}

function makeTarget(app, width, height) {
    const colorBuffer = new pc.Texture(app.graphicsDevice, {
        width, height, format: pc.PIXELFORMAT_RGBA32F, mipmaps: false, minFilter: pc.FILTER_NEAREST, magFilter: pc.FILTER_NEAREST,
    });
    return new pc.RenderTarget({ colorBuffer, depth: true });
}

// What the app's camera draws into the target: r g b a, row 0 at the bottom.
async function renderInto(app, renderTarget) {
    for (let frame = 0; frame < 3; ++frame) { // shaders are made in the first
        app.renderNextFrame = true;
        app.tick();
        await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const { colorBuffer } = renderTarget;
    return colorBuffer.read(0, 0, colorBuffer.width, colorBuffer.height, { renderTarget, immediate: true });
}

function addCamera(app, renderTarget, projection, distance, toward, up) {
    const camera = new pc.Entity();
    camera.addComponent("camera", {
        ...projection, aspectRatioMode: pc.ASPECT_MANUAL, nearClip: distance - 10, farClip: distance + 10, renderTarget,
        clearColor: new pc.Color(0, 0, 0, 0), layers: [pc.LAYERID_WORLD], toneMapping: pc.TONEMAP_NONE, gammaCorrection: pc.GAMMA_NONE,
    });
    app.root.addChild(camera);
    camera.setPosition(...toward.map((e) => distance * e));
    camera.lookAt(pc.Vec3.ZERO, new pc.Vec3(...up));
    return camera;
}

async function renderViews(app) {
    const renderTarget = makeTarget(app, kSize, kSize), orthographic = { projection: pc.PROJECTION_ORTHOGRAPHIC, orthoHeight: 1, aspectRatio: 1 };
    const samples = [];
    for (const { toward, up } of kViews) {
        const camera = addCamera(app, renderTarget, orthographic, 13, toward, up);
        const pixels = await renderInto(app, renderTarget);
        const right = new pc.Vec3().cross(new pc.Vec3(...up), new pc.Vec3(...toward));
        samples.push(...samplePixels(pixels, { toward, up, right: [right.x, right.y, right.z] }));
        camera.destroy();
    }
    return { engine: `PlayCanvas ${pc.version}`, samples };
}

function addRow(app) {
    const geometry = new pc.SphereGeometry({ radius: kRadius, latitudeBands: 64, longitudeBands: 128 });
    return Array.from({ length: kSpheres }, (_, i) => {
        const material = new pc.StandardMaterial();
        material.useMetalness = true;
        material.metalness = metalnessOf(i);
        material.gloss = 1 - roughnessOf(i);
        addMesh(app, material, geometry, placeOf(i));
        return material;
    });
}

// The engine takes six cubemaps, one for each of six mips. No loader of its own reads the file.
async function loadPrefiltered(app, url) {
    const file = await (await fetch(url)).arrayBuffer();
    return facesOf(file).map((faces) => new pc.Texture(app.graphicsDevice, {
        cubemap: true, mipmaps: false, width: faces.width, height: faces.width, format: pc.PIXELFORMAT_RGBA16F, levels: [faces],
    }));
}

// urls: of .ktx2 files; lines: other ways to light the scene (make.mjs).
export async function renderRows(urls, lines = []) {
    const app = makeApp(), renderTarget = makeTarget(app, kWidth, kTile), rows = [];
    app.scene.ambientLight.set(0, 0, 0);
    const materials = addRow(app), white = materials[kWhite];
    addCamera(app, renderTarget, { fov: kFieldOfView * pc.math.RAD_TO_DEG, aspectRatio: kSpheres }, kDistance, [0, 0, 1], [0, 1, 0]);
    const lights = [...urls.map((url) => async () => (app.scene.prefilteredCubemaps = await loadPrefiltered(app, url))), ...lines];
    for (const light of lights) {
        app.scene.setSkybox(null);
        white.ambientSH = null;
        await light({ app, material: white, pc });
        await until(() => app.assets.list().every((asset) => asset.loaded));
        rows.push(spheresOf(await renderInto(app, renderTarget)));
    }
    return { engine: `PlayCanvas ${pc.version}`, rows };
}

// The engine's own atlas of cubemaps of halves: per map the rgb at places (read_texels.mjs). Its texels are bytes ("RGBP"), as the
// engine makes them by itself, or halves.
export async function prefilter({ urls, places, quality }) {
    const { graphicsDevice: device } = makeApp(), found = [], isPacked = quality === "RGBP";
    const target = new pc.Texture(device, { width: 512, height: 512, projection: pc.TEXTUREPROJECTION_EQUIRECT, mipmaps: false,
        ...(isPacked ? { format: pc.PIXELFORMAT_RGBA8, type: pc.TEXTURETYPE_RGBP } : { format: pc.PIXELFORMAT_RGBA16F }) });
    for (const url of urls) {
        const { faces, width } = await loadHalves(url);
        const cube = new pc.Texture(device, { cubemap: true, width, height: width, format: pc.PIXELFORMAT_RGBA16F, levels: [faces] });
        const lighting = pc.EnvLighting.generateLightingSource(cube);
        pc.EnvLighting.generateAtlas(lighting, { target });
        const texels = readTexels(device.gl, target.impl._glTexture, false, places, isPacked ? new Uint8Array(4) : new Float32Array(4));
        found.push(isPacked ? texels.map(([r, g, b, a]) => [r, g, b].map((c) => (c / 255 * (8 - 7 * a / 255)) ** 2)) : texels);
        for (const texture of [cube, lighting]) texture.destroy();
    }
    return found;
}
