// CesiumJS: a row of metal spheres and a white one, in the frame of a model whose axes are those of its glTF file.
import * as Cesium from "@cesium/engine";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";
import { Scene } from "three";
import { makeRow } from "./page_three.mjs";
import { kDistance, kSpheres, kTile, kWidth, spheresOf, until } from "./row.mjs";

const { Cartesian3, Matrix3, Matrix4 } = Cesium, kPlace = new Cartesian3(1e7, 0, 0); // outside of the Earth

function makeScene() {
    window.CESIUM_BASE_URL = "/cesium/";
    const canvas = Object.assign(document.createElement("canvas"), { width: kWidth, height: kTile });
    document.body.append(canvas);
    Object.defineProperties(canvas, { clientWidth: { value: kWidth }, clientHeight: { value: kTile } });
    const scene = new Cesium.Scene({ canvas, msaaSamples: 1 });
    scene.highDynamicRange = true; // the frame buffer is linear, of half floats
    scene.globe = undefined;
    scene.light = new Cesium.DirectionalLight({ direction: Cartesian3.UNIT_Y, intensity: 0 });
    scene.camera.frustum = new Cesium.PerspectiveFrustum({ fov: 2 * Math.atan(kSpheres / kDistance), aspectRatio: kSpheres, near: 1, far: 2 * kDistance });
    scene.camera.setView({ destination: Cartesian3.add(kPlace, new Cartesian3(0, -kDistance, 0), new Cartesian3()),
        orientation: { direction: Cartesian3.UNIT_Y, up: Cartesian3.UNIT_Z } });
    return scene;
}

export async function renderRows(urls, lines = []) {
    const scene = makeScene(), rows = [], towards = [];
    const gltf = new Uint8Array(await new GLTFExporter().parseAsync(new Scene().add(...makeRow()), { binary: true }));
    for (const light of lines) {
        const model = scene.primitives.add(await Cesium.Model.fromGltfAsync({ gltf, forwardAxis: Cesium.Axis.X, upAxis: Cesium.Axis.Y,
            modelMatrix: Cesium.Matrix4.fromTranslation(kPlace), environmentMapOptions: { enabled: false } }));
        await light({ Cesium, model, scene });
        model.errorEvent.addEventListener((error) => { throw error; });
        const { imageBasedLighting } = model;
        await until(() => {
            scene.render();
            return model.ready && (!imageBasedLighting.specularEnvironmentMaps || imageBasedLighting.useSpecularEnvironmentMaps);
        });
        for (let frame = 0; frame < 3; ++frame) scene.render(); // the model makes its shaders again for the map
        const texture = scene.view.sceneFramebuffer.framebuffer.getColorTexture(0);
        const gl = scene.context._gl, pixels = new Float32Array(kWidth * kTile * 4);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.createFramebuffer());
        gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture._texture, 0);
        gl.readPixels(0, 0, kWidth, kTile, gl.RGBA, gl.FLOAT, pixels);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
        rows.push(spheresOf(pixels));
        // Where image-based lighting looks the way to scene.light up: the engine's own matrix is from the eye's axes.
        const fromWorld = Matrix3.multiply(model._iblReferenceFrameMatrix, Matrix4.getMatrix3(scene.camera.viewMatrix, new Matrix3()), new Matrix3());
        const toLight = Cartesian3.negate(scene.light.direction, new Cartesian3());
        towards.push(Cartesian3.pack(Matrix3.multiplyByVector(fromWorld, toLight, new Cartesian3()), []));
        scene.primitives.remove(model);
    }
    return { engine: `CesiumJS ${globalThis.CESIUM_VERSION}`, rows, towards };
}
