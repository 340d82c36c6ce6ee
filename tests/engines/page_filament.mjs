// Filament, as npm has it: a row of metal spheres in a prefiltered cubemap.
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";
import { Scene } from "three";
import { facesOf } from "./cube_file.mjs";
import { makeRow } from "./page_three.mjs";
import { kDistance, kFieldOfView, kSpheres, kTile, kWidth, spheresOf, until } from "./row.mjs";

// The engine's script, which has to be global, and its WebAssembly module.
async function load() {
    await new Promise((resolve, reject) => document.head.append(
        Object.assign(document.createElement("script"), { src: "/filament.js", onload: resolve, onerror: reject })));
    await new Promise((resolve) => window.Filament.init([], resolve));
    return window.Filament;
}

// The engine's own materials come with its reader of glTF.
async function addRow(engine, scene) {
    const file = await new GLTFExporter().parseAsync(new Scene().add(...makeRow()), { binary: true });
    const asset = engine.createAssetLoader().createAsset(new Uint8Array(file));
    await new Promise((resolve) => asset.loadResources(resolve));
    scene.addEntities(asset.getRenderableEntities());
}

function makeView(Filament, engine, scene) {
    const camera = engine.createCamera(Filament.EntityManager.get().create()), view = engine.createView();
    camera.setProjectionFov((kFieldOfView * 180) / Math.PI, kSpheres, kDistance - 10, kDistance + 10, Filament.Camera$Fov.VERTICAL);
    camera.lookAt([0, 0, kDistance], [0, 0, 0], [0, 1, 0]);
    camera.setExposure(16, 307.2 / 30000, 100); // 1 over the intensity that an IndirectLight has by itself
    view.setCamera(camera);
    view.setScene(scene);
    view.setViewport([0, 0, kWidth, kTile]);
    view.setPostProcessingEnabled(false);
    return view;
}

// None of npm's Filament reads KTX 2.
async function loadPrefiltered(Filament, engine, url) {
    const mips = facesOf(await (await fetch(url)).arrayBuffer()), { width } = mips[0];
    const texture = Filament.Texture.Builder().width(width).height(width).levels(mips.length)
        .sampler(Filament.Texture$Sampler.SAMPLER_CUBEMAP).format(Filament.Texture$InternalFormat.RGBA16F).build(engine);
    mips.forEach((faces, mip) => texture.setImageCube(engine, mip, Filament.PixelBuffer(
        Uint16Array.from(faces.flatMap((face) => Array.from(face))), Filament.PixelDataFormat.RGBA, Filament.PixelDataType.HALF)));
    return Filament.IndirectLight.Builder().reflections(texture).build(engine);
}

// urls: of .ktx2 files; lines: other ways to light the scene (make.mjs).
export async function renderRows(urls, lines = []) {
    const Filament = await load(), canvas = Object.assign(document.createElement("canvas"), { width: kWidth, height: kTile });
    const engine = Filament.Engine.create(canvas, { alpha: true }), scene = engine.createScene(), rows = [];
    const gl = canvas.getContext("webgl2"); // the engine's own, whose canvas gets halves for bytes
    gl.getExtension("EXT_color_buffer_float");
    gl.drawingBufferStorage(gl.RGBA16F, kWidth, kTile);
    await addRow(engine, scene);
    const view = makeView(Filament, engine, scene), swapChain = engine.createSwapChain(), renderer = engine.createRenderer();
    const lights = [...urls.map((url) => async () => scene.setIndirectLight(await loadPrefiltered(Filament, engine, url))), ...lines];
    for (const light of lights) {
        await light({ engine, Filament, scene });
        const pixels = new Float32Array(kWidth * kTile * 4);
        let frames = 0;
        await until(() => {
            if (!renderer.beginFrame(swapChain)) return engine.execute(); // it skips a frame
            renderer.renderView(view);
            renderer.endFrame();
            engine.execute();
            return ++frames === 2;
        });
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.readPixels(0, 0, kWidth, kTile, gl.RGBA, gl.FLOAT, pixels);
        rows.push(spheresOf(pixels));
    }
    return { engine: "Filament of npm", rows };
}
