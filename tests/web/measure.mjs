// Runs in the page of samples/web and reports what a test compares with the library: reflections of some pixels, read from a
// float target.
import * as THREE from "three";
import { openPage } from "/src/main.mjs";
import { kShow } from "/src/material.mjs";

const kWidth = 160, kHeight = 90;
const kStep = 3; // pixels between samples
const kTimes = [0.5, 1.25];

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

function measureView(page, target, view, time) {
    page.room.amount = 1;
    page.room.setTime(time);
    page.goTo(view);
    page.aim(kWidth / kHeight);
    const probe = render(page, target, "plain", kShow.probe);
    const pictures = Object.fromEntries(["plain", "normalized", "divided", "grey"].map(
        (mode) => [mode, render(page, target, mode, kShow.reflections)]));
    const texels = Object.fromEntries(["divided", "grey"].map((mode) => [mode, render(page, target, mode, kShow.probe)]));
    const roughness = render(page, target, "plain", kShow.roughness); // three.js adds some where normals turn fast
    const samples = [], { states } = page.room;
    for (let y = 1; y < kHeight; y += kStep)
        for (let x = 1; x < kWidth; x += kStep) {
            const surface = surfaceAt(page, x, y);
            if (surface)
                samples.push({ ...surface, locals: states.map((_, i) => Array.from(page.room.grid.at(surface.position, i))), radiance: probe(x, y),
                    roughness: roughness(x, y)[0],
                    ...Object.fromEntries(Object.entries(pictures).map(([mode, pixel]) => [mode, pixel(x, y)])),
                    texels: Object.fromEntries(Object.entries(texels).map(([mode, pixel]) => [mode, pixel(x, y)])) });
        }
    return { view: view.name, time, probes: states.map(({ probe }) => probe), samples };
}

// Of every view of every scene; where there are states of light, between two of them.
async function measure(page) {
    const target = new THREE.WebGLRenderTarget(kWidth, kHeight, { type: THREE.FloatType });
    const views = [];
    for (const { value: name } of document.getElementById("scene").options) {
        const { scene, states, description } = await page.enter(name);
        scene.updateMatrixWorld();
        description.views.forEach((view, i) => views.push(
            { scene: name, ...measureView(page, target, view, states.length > 1 ? kTimes[i % kTimes.length] : 0) }));
    }
    return { engine: `three.js r${THREE.REVISION}`, views, errors: window.pageErrors };
}

openPage().then(measure).catch((error) => ({ error: String(error.stack ?? error), errors: window.pageErrors }))
    .then((report) => fetch("/report", { method: "POST", body: JSON.stringify(report) }));
