// Runs in the page of samples/web and reports what a test compares with the library: reflections of some pixels, read from a
// float target.
import * as THREE from "three";
import { openPage } from "/src/main.mjs";
import { kShow } from "/src/material.mjs";

const kWidth = 160, kHeight = 90;
const kStep = 3; // pixels between samples

function render(page, target, mode, show) {
    page.room.setMode(mode);
    page.room.show = show;
    page.renderer.setRenderTarget(target);
    page.renderer.render(page.room.scene, page.camera);
    const pixels = new Float32Array(4 * kWidth * kHeight);
    page.renderer.readRenderTargetPixels(target, 0, 0, kWidth, kHeight, pixels);
    page.renderer.setRenderTarget(null);
    return (x, y) => Array.from(pixels.subarray(4 * (y * kWidth + x), 4 * (y * kWidth + x) + 3));
}

// The surface at a pixel's centre. Spheres are those of the scene's file and not their triangles.
function surfaceAt(page, x, y) {
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2((2 * x + 1) / kWidth - 1, (2 * y + 1) / kHeight - 1), page.camera);
    const hit = ray.intersectObjects(page.room.scene.children, false)[0];
    if (!hit || !hit.object.material.isMeshPhysicalMaterial || !(hit.object.material.specularIntensity > 0)) return undefined;
    const normal = hit.normal.clone().transformDirection(hit.object.matrixWorld);
    const reflection = ray.ray.direction.clone().reflect(normal);
    return { position: hit.point.toArray(), normal: normal.toArray(), reflection: reflection.toArray() };
}

function measureView(page, target, view) {
    page.room.amount = 1;
    page.room.placeCamera(page.camera, view);
    page.camera.aspect = kWidth / kHeight;
    page.camera.updateProjectionMatrix();
    const probe = render(page, target, "plain", kShow.probe);
    const pictures = Object.fromEntries(["plain", "normalized", "divided", "grey"].map(
        (mode) => [mode, render(page, target, mode, kShow.reflections)]));
    const texels = Object.fromEntries(["divided", "grey"].map((mode) => [mode, render(page, target, mode, kShow.probe)]));
    const roughness = render(page, target, "plain", kShow.roughness); // three.js adds some where normals turn fast
    const samples = [];
    for (let y = 1; y < kHeight; y += kStep)
        for (let x = 1; x < kWidth; x += kStep) {
            const surface = surfaceAt(page, x, y);
            if (surface)
                samples.push({ ...surface, local: Array.from(page.room.grid.at(surface.position)), radiance: probe(x, y),
                    roughness: roughness(x, y)[0],
                    ...Object.fromEntries(Object.entries(pictures).map(([mode, pixel]) => [mode, pixel(x, y)])),
                    texels: Object.fromEntries(Object.entries(texels).map(([mode, pixel]) => [mode, pixel(x, y)])) });
        }
    return { view: view.name, probe: page.room.probe, samples };
}

// Of every view of every scene that the page has loaded.
function measure(page) {
    const target = new THREE.WebGLRenderTarget(kWidth, kHeight, { type: THREE.FloatType });
    const views = [];
    for (const [name, room] of page.rooms) {
        page.room = room;
        page.room.scene.updateMatrixWorld();
        for (const view of room.description.views) views.push({ scene: name, ...measureView(page, target, view) });
    }
    return { engine: `three.js r${THREE.REVISION}`, views, errors: window.pageErrors };
}

openPage().then(measure).catch((error) => ({ error: String(error.stack ?? error), errors: window.pageErrors }))
    .then((report) => fetch("/report", { method: "POST", body: JSON.stringify(report) }));
