// Runs in the page of samples/web with the data that are stored there, and reports whether stills lie where the page's picture
// does, what touch moves, and reflections by one divided cubemap beside those by each state's own capture.
import * as THREE from "three";
import { openPage } from "/src/main.mjs";
import { kShow } from "/src/material.mjs";

const kReach = 8; // pixels that a still is moved by
const kWidth = 160, kHeight = 90;
const kAcross = innerWidth, kDown = innerHeight; // asked for once: each time is slow

const find = (id) => document.getElementById(id);

// Luma of what draw puts on a canvas of the window's size.
function lumaOf(draw) {
    const canvas = Object.assign(document.createElement("canvas"), { width: kAcross, height: kDown });
    const context = canvas.getContext("2d");
    draw(context);
    const { data } = context.getImageData(0, 0, kAcross, kDown);
    return Float32Array.from({ length: data.length / 4 }, (_, i) => 0.2126 * data[4 * i] + 0.7152 * data[4 * i + 1] + 0.0722 * data[4 * i + 2]);
}

function edgesOf(luma) {
    return luma.map((value, i) => Math.abs(value - (luma[i + 2] ?? value)) + Math.abs(value - (luma[i + 2 * kAcross] ?? value)));
}

// How well b matches a in some columns when b is moved.
function match(a, b, [dx, dy], [from, to]) {
    let ab = 0, aa = 0, bb = 0;
    for (let y = kReach; y < kDown - kReach; ++y)
        for (let x = from; x < to; ++x) {
            const p = a[y * kAcross + x], q = b[(y + dy) * kAcross + x + dx];
            ab += p * q;
            aa += p * p;
            bb += q * q;
        }
    return ab / Math.sqrt(aa * bb);
}

// Where the still matches best, which is [0, 0] where it lies over the picture.
function offset(a, b, columns) {
    let best = { match: -1 };
    for (let dy = -kReach; dy <= kReach; dy += 2)
        for (let dx = -kReach; dx <= kReach; dx += 2) {
            const found = match(a, b, [dx, dy], columns);
            if (found > best.match) best = { match: found, moved: [dx, dy] };
        }
    return best;
}

async function checkStill(page, view) {
    page.goTo(view);
    const still = find("still"), at = still.getBoundingClientRect();
    await still.decode();
    page.frame(0);
    const picture = lumaOf((context) => context.drawImage(page.renderer.domElement, 0, 0, kAcross, kDown));
    const truth = lumaOf((context) => context.drawImage(still, at.left, at.top, at.width, at.height));
    const [a, b] = [picture, truth].map(edgesOf), middle = kAcross >> 1;
    const mean = (luma) => luma.reduce((sum, value) => sum + value) / luma.length;
    return { view: view.name, isShown: !find("truth").hidden, means: [mean(picture), mean(truth)],
        halves: [[kReach, middle], [middle, kAcross - kReach]].map((columns) => offset(a, b, columns)) };
}

function touch(element, type, pointerId, x, y) {
    element.dispatchEvent(new PointerEvent(type, { pointerId, clientX: x, clientY: y, pointerType: "touch", bubbles: true }));
}

// One finger on the picture goes right by 100 pixels while another one pushes the stick up for half a second.
function checkTouch(page) {
    const { camera } = page, before = { turn: camera.rotation.y, position: camera.position.clone() };
    touch(page.renderer.domElement, "pointerdown", 1, 200, 200);
    touch(find("stick"), "pointerdown", 2, 300, 300);
    touch(page.renderer.domElement, "pointermove", 1, 300, 200);
    const turned = camera.rotation.y - before.turn, ahead = camera.getWorldDirection(new THREE.Vector3()).setY(0).normalize();
    touch(find("stick"), "pointermove", 2, 300, 200);
    page.walker.step(0.5);
    for (const id of [1, 2]) touch(page.renderer.domElement, "pointerup", id, 0, 0);
    const way = camera.position.clone().sub(before.position);
    page.walker.step(0.5);
    const after = camera.position.clone().sub(before.position).distanceTo(way);
    return { turned, ahead: way.dot(ahead), aside: way.clone().addScaledVector(ahead, -way.dot(ahead)).length(), after, isStillHidden: find("truth").hidden };
}

function reflectionsOf(page, target, mode) {
    page.room.setMode(mode);
    page.renderer.setRenderTarget(target);
    page.renderer.render(page.room.scene, page.camera);
    const pixels = new Float32Array(4 * kWidth * kHeight);
    page.renderer.readRenderTargetPixels(target, 0, 0, kWidth, kHeight, pixels);
    page.renderer.setRenderTarget(null);
    return Array.from(pixels).filter((_, i) => i % 4 < 3);
}

// In every state and view: normalized by the state's own capture and by the one divided cubemap, and the last state's capture as
// it is, from which the divided cubemap was made.
function compareStates(page) {
    const target = new THREE.WebGLRenderTarget(kWidth, kHeight, { type: THREE.FloatType }), { room } = page;
    room.show = kShow.reflections;
    return room.states.flatMap(({ name }, time) => room.description.views.map((view) => {
        room.setTime(time);
        page.goTo(view);
        page.aim(kWidth / kHeight);
        const [own, divided] = ["normalized", "divided"].map((mode) => reflectionsOf(page, target, mode));
        room.setTime(room.states.length - 1);
        return { state: name, view: view.name, own, divided, last: reflectionsOf(page, target, "plain") };
    }));
}

async function check() {
    const page = await openPage(), stills = [await checkStill(page, page.room.description.views[0])];
    const touched = checkTouch(page);
    await page.enter("window");
    stills.push(await checkStill(page, page.room.description.views[0]));
    return { stills, touched, states: compareStates(page), errors: window.pageErrors };
}

check().catch((error) => ({ error: String(error.stack ?? error), errors: window.pageErrors }))
    .then((report) => fetch("/report", { method: "POST", body: JSON.stringify(report) }));
