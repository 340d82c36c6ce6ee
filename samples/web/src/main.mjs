// The page: its panel, and walking.
import * as THREE from "three";
import { PointerLockControls } from "three/addons/controls/PointerLockControls.js";
import { fetchFile } from "./cubemaps.mjs";
import { kShow } from "./material.mjs";
import { Room } from "./room.mjs";

const kMetresPerSecond = 2;
const kDirections = { KeyW: [0, 1], KeyS: [0, -1], KeyA: [-1, 0], KeyD: [1, 0] }; // right, forward

const find = (id) => document.getElementById(id);

class Page {
    constructor(include) {
        this.include = include;
        this.rooms = new Map();
        this.renderer = new THREE.WebGLRenderer({ antialias: true });
        this.renderer.toneMapping = THREE.ReinhardToneMapping;
        this.camera = new THREE.PerspectiveCamera(50, 1, 0.02, 100);
        this.controls = new PointerLockControls(this.camera, this.renderer.domElement);
        this.keys = new Set();
        document.body.prepend(this.renderer.domElement);
        this.listen();
        this.resize();
    }

    listen() {
        addEventListener("resize", () => this.resize());
        addEventListener("keydown", (event) => this.keys.add(event.code));
        addEventListener("keyup", (event) => this.keys.delete(event.code));
        this.renderer.domElement.addEventListener("click", () => this.controls.lock());
        find("scene").addEventListener("change", () => this.enter(find("scene").value));
        for (const id of ["mode", "amount", "specular"]) find(id).addEventListener("input", () => this.apply());
    }

    resize() {
        this.renderer.setSize(innerWidth, innerHeight);
        this.camera.aspect = innerWidth / innerHeight;
        this.camera.updateProjectionMatrix();
    }

    async enter(name) {
        find("state").textContent = "Loading.";
        if (!this.rooms.has(name)) this.rooms.set(name, await Room.load(`/data/${name}`, this.include));
        this.room = this.rooms.get(name);
        this.room.placeCamera(this.camera);
        this.apply();
        find("state").textContent = this.room.description.title;
        return this.room;
    }

    apply() {
        this.room.setMode(find("mode").value);
        this.room.amount = Number(find("amount").value);
        this.room.show = find("specular").checked ? kShow.reflections : kShow.picture;
    }

    walk(seconds) {
        for (const key of this.keys) {
            const [right, forward] = kDirections[key] ?? [0, 0];
            this.controls.moveRight(right * kMetresPerSecond * seconds);
            this.controls.moveForward(forward * kMetresPerSecond * seconds);
        }
    }

    start() {
        let last = performance.now();
        this.renderer.setAnimationLoop((now) => {
            this.walk((now - last) / 1000);
            last = now;
            this.renderer.render(this.room.scene, this.camera);
        });
    }
}

// The page with all its scenes loaded.
export async function openPage() {
    const [include, names] = await Promise.all([
        fetchFile("/shaders/probenorm.glsl").then((file) => file.text()),
        fetchFile("/data/scenes.json").then((file) => file.json())]);
    const page = new Page(include);
    find("scene").replaceChildren(...names.map((name) => new Option(name, name)));
    for (const name of names.slice().reverse()) await page.enter(name);
    return page;
}
