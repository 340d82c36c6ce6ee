// Babylon.js: a white, rough, non-metallic PBR sphere with a black reflection texture, so that only the irradiance of
// its spherical harmonics is left. Specular is off: it would take its share of energy from the diffuse.
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import "@babylonjs/core/Materials/Textures/baseTexture.polynomial.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { SphericalHarmonics, SphericalPolynomial } from "@babylonjs/core/Maths/sphericalPolynomial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Scene } from "@babylonjs/core/scene.js";
import { kSize, kViews, radiusOfSphere, samplePixels } from "./views.mjs";

function whiteMaterial(scene, coefficients) {
    const black = Array.from({ length: 6 }, () => new Float32Array(4));
    const reflection = new RawCubeTexture(
        scene, black, 1, Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_FLOAT, false);
    reflection.sphericalPolynomial = SphericalPolynomial.FromHarmonics(SphericalHarmonics.FromArray(coefficients));

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

export async function render(coefficients) {
    const engine = new Engine(document.createElement("canvas"), false, { useHighPrecisionFloats: true });
    const scene = new Scene(engine);
    scene.clearColor = new Color4(0, 0, 0, 0);
    scene.imageProcessingConfiguration.applyByPostProcess = true; // the material writes linear radiance
    const sphere = CreateSphere("sphere", { diameter: 2 * radiusOfSphere, segments: 256 }, scene);
    sphere.material = whiteMaterial(scene, coefficients);

    const samples = [];
    for (const view of kViews) {
        const camera = makeCamera(scene, view);
        scene.activeCamera = camera;
        const target = new RenderTargetTexture(
            "view", kSize, scene, { type: Constants.TEXTURETYPE_FLOAT, generateMipMaps: false });
        target.activeCamera = camera;
        target.renderList = [sphere];
        await scene.whenReadyAsync();
        await new Promise((resolve) => {
            const poll = () => (target.isReadyForRendering() ? resolve() : setTimeout(poll, 10));
            poll();
        });
        target.render();
        const pixels = await target.readPixels(); // row 0 at the bottom
        const right = Vector3.Cross(new Vector3(...view.toward).scale(-1), new Vector3(...view.up)).scale(-1);
        samples.push(...samplePixels(pixels, { ...view, right: [right.x, right.y, right.z] }));
        target.dispose();
        camera.dispose();
    }
    return { engine: `Babylon.js ${Engine.Version}`, samples };
}
