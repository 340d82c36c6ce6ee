// three.js: a white Lambert sphere lit by a LightProbe alone.
import * as THREE from "three";
import { kSize, kViews, radiusOfSphere, samplePixels } from "./views.mjs";

export async function render(coefficients) {
    const renderer = new THREE.WebGLRenderer();
    const target = new THREE.WebGLRenderTarget(kSize, kSize, { type: THREE.FloatType });
    const probe = new THREE.LightProbe();
    probe.sh.fromArray(coefficients.flat());
    const sphere = new THREE.Mesh(
        new THREE.SphereGeometry(radiusOfSphere, 512, 256),
        new THREE.MeshLambertMaterial({ color: 0xffffff }));
    const scene = new THREE.Scene().add(sphere, probe);

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
