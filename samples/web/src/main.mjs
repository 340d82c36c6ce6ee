// The page: its panel, the views with their path-traced stills, and the time of day.
import * as THREE from "three";
import { fetchFile } from "./cubemaps.mjs";
import { kShow } from "./material.mjs";
import { Room } from "./room.mjs";
import { Walker } from "./walker.mjs";

const kLeastAspect = 1;        // of what is seen of a view, however narrow the window is
const kStillAspect = 16 / 9;
const kStatesPerSecond = 0.25;
const kSnap = 0.04;            // of a state, within which the slider finds it
const kThumb = 44;             // pixels, as in index.html

const find = (id) => document.getElementById(id);

class Page {
    constructor(include) {
        this.include = include;
        this.rooms = new Map();
        this.renderer = new THREE.WebGLRenderer({ canvas: find("picture"), antialias: true });
        this.renderer.toneMapping = THREE.ReinhardToneMapping;
        this.renderer.shadowMap.enabled = true;
        this.camera = new THREE.PerspectiveCamera(50, 1, 0.02, 100);
        this.walker = new Walker(this.camera, this.renderer.domElement, find("stick"), () => this.leaveView());
        find("panel").open = innerWidth > 640;
        this.listen();
    }

    listen() {
        addEventListener("resize", () => this.resize());
        find("scene").addEventListener("change", () => this.enter(find("scene").value));
        for (const id of ["mode", "amount", "specular"]) find(id).addEventListener("input", () => this.apply());
        find("split").addEventListener("input", () => this.layOut());
        find("right").addEventListener("click", () => this.changeMode());
        find("time").addEventListener("input", () => {
            const time = Number(find("time").value), state = Math.round(time);
            this.play(false);
            this.setTime(Math.abs(time - state) < kSnap ? state : time);
        });
        find("play").addEventListener("click", () => this.play(!this.isPlaying));
    }

    resize() {
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.renderer.setSize(innerWidth, innerHeight);
        this.aim(innerWidth / innerHeight);
        this.layOut();
    }

    // The field of view of the last view, or more where the window is narrow.
    aim(aspect) {
        this.camera.aspect = aspect;
        this.fieldHeight = this.lensHeight * Math.max(1, kLeastAspect / aspect);
        this.camera.fov = (2 * Math.atan(this.fieldHeight / 2) * 180) / Math.PI;
        this.camera.updateProjectionMatrix();
    }

    async enter(name) {
        find("state").textContent = "Loading.";
        if (!this.rooms.has(name)) this.rooms.set(name, await Room.load(`/data/${name}`, this.include));
        this.room = this.rooms.get(name);
        const { description, states } = this.room;
        find("state").textContent = description.title;
        find("scene").value = name;
        find("mode").value = states.length > 1 ? "divided" : "normalized";
        find("day").hidden = states.length < 2;
        find("time").max = states.length - 1;
        this.play(false);
        find("views").replaceChildren(...description.views.map((view) => {
            const button = Object.assign(document.createElement("button"), { textContent: view.title, onclick: () => this.goTo(view) });
            button.dataset.view = view.name;
            return button;
        }));
        this.goTo(description.views[0]);
        this.apply();
        this.setTime(this.room.time);
        return this.room;
    }

    apply() {
        this.room.setMode(find("mode").value);
        this.room.amount = Number(find("amount").value);
        this.room.show = find("specular").checked ? kShow.reflections : kShow.picture;
        this.layOut();
    }

    // From plain to how it was normalized before, and back.
    changeMode() {
        const mode = find("mode").value, isPlain = mode === "plain";
        if (!isPlain) this.normalizedMode = mode;
        find("mode").value = isPlain ? this.normalizedMode ?? "normalized" : "plain";
        this.apply();
    }

    goTo(view) {
        this.view = view;
        this.lensHeight = view.height;
        this.camera.position.set(...view.position);
        this.camera.lookAt(...view.target);
        this.resize();
    }

    leaveView() {
        this.view = undefined;
        this.layOut();
    }

    setTime(time) {
        const { states } = this.room, names = [Math.floor(time), Math.ceil(time)].map((i) => states[i].name);
        this.room.setTime(time);
        find("time").value = time;
        find("when").textContent = names[0] === names[1] ? names[0] : names.join(" to ");
        this.layOut();
    }

    // To the last state and back.
    pass(time) {
        const last = this.room.states.length - 1;
        this.phase = (this.phase + time) % (2 * last);
        this.setTime(last - Math.abs(last - this.phase));
    }

    play(isPlaying) {
        this.isPlaying = isPlaying;
        this.phase = this.room.time;
        find("play").setAttribute("aria-pressed", isPlaying);
    }

    // The still lies over the picture, up to the line, where it shows the same light. It shows whole reflections.
    layOut() {
        const { view, room } = this, isThere = Boolean(view) && Number.isInteger(room.time) && !find("specular").checked;
        for (const button of find("views").children) button.setAttribute("aria-pressed", button.dataset.view === view?.name);
        for (const id of ["truth", "left", "right", "split"]) find(id).hidden = !isThere;
        if (!isThere) return;
        const height = (innerHeight * view.height) / this.fieldHeight, width = height * kStillAspect;
        const at = kThumb / 2 + find("split").value * (innerWidth - kThumb);
        const place = { left: (innerWidth - width) / 2, top: (innerHeight - height) / 2, width, height };
        for (const [side, pixels] of Object.entries(place)) find("still").style[side] = `${pixels}px`;
        const file = `${room.folder}/${view.name}_${room.time}.jpg`;
        if (find("still").getAttribute("src") !== file) find("still").src = file;
        find("truth").style.width = `${at}px`;
        find("left").style.right = `${innerWidth - at + 10}px`;
        find("right").style.left = `${at + 10}px`;
        find("right").textContent = find("mode").value;
    }

    frame(seconds) {
        this.walker.step(seconds);
        if (this.isPlaying) this.pass(kStatesPerSecond * seconds);
        this.renderer.toneMappingExposure = this.room.exposureAt(this.camera.position.toArray());
        this.renderer.render(this.room.scene, this.camera);
    }

    start() {
        let last = performance.now();
        this.renderer.setAnimationLoop((now) => {
            this.frame((now - last) / 1000);
            last = now;
        });
    }
}

// The page, in its first scene.
export async function openPage() {
    const [include, names] = await Promise.all([
        fetchFile("/shaders/probenorm.glsl").then((file) => file.text()),
        fetchFile("/data/scenes.json").then((file) => file.json())]);
    const page = new Page(include);
    find("scene").replaceChildren(...names.map((name) => new Option(name, name)));
    await page.enter(names[0]);
    return page;
}
