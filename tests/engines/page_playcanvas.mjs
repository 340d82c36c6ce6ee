// PlayCanvas: a white sphere without specular light, lit by the environment that the engine loads itself.
import * as pc from "playcanvas";
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
        const asset = new pc.Asset(url, "texture", { url, filename: url }, { type: pc.TEXTURETYPE_RGBE });
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
    material.update();
    const sphere = new pc.Entity();
    sphere.addComponent("render", {
        meshInstances: [new pc.MeshInstance(pc.Mesh.fromGeometry(app.graphicsDevice,
            new pc.SphereGeometry({ radius: radiusOfSphere, latitudeBands: 128, longitudeBands: 256 })), material)],
    });
    app.root.addChild(sphere);
}

async function renderViews(app) {
    const colorBuffer = new pc.Texture(app.graphicsDevice, {
        width: kSize, height: kSize, format: pc.PIXELFORMAT_RGBA32F, mipmaps: false,
        minFilter: pc.FILTER_NEAREST, magFilter: pc.FILTER_NEAREST,
    });
    const renderTarget = new pc.RenderTarget({ colorBuffer, depth: true });
    const samples = [];
    for (const { toward, up } of kViews) {
        const camera = new pc.Entity();
        camera.addComponent("camera", {
            projection: pc.PROJECTION_ORTHOGRAPHIC, orthoHeight: 1, aspectRatioMode: pc.ASPECT_MANUAL, aspectRatio: 1,
            nearClip: 0.1, farClip: 10, renderTarget, clearColor: new pc.Color(0, 0, 0, 0),
            toneMapping: pc.TONEMAP_NONE, gammaCorrection: pc.GAMMA_NONE,
        });
        app.root.addChild(camera);
        camera.setPosition(...toward.map((e) => 3 * e));
        camera.lookAt(pc.Vec3.ZERO, new pc.Vec3(...up));
        for (let frame = 0; frame < 3; ++frame) { // shaders are made in the first
            app.renderNextFrame = true;
            app.tick();
            await new Promise((resolve) => setTimeout(resolve, 30));
        }
        const pixels = await colorBuffer.read(0, 0, kSize, kSize, { renderTarget, immediate: true });
        const right = new pc.Vec3().cross(new pc.Vec3(...up), new pc.Vec3(...toward));
        samples.push(...samplePixels(pixels, { toward, up, right: [right.x, right.y, right.z] }));
        camera.destroy();
    }
    return { engine: `PlayCanvas ${pc.version}`, samples };
}
