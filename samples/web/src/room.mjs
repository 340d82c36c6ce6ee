// A scene of samples/scene as three.js's objects, in the states of light that prepare.mjs made.
import * as THREE from "three";
import { fetchFile, loadCubemap } from "./cubemaps.mjs";
import { blend, EvenGrid, LightField } from "./light_field.mjs";
import { kModes, kShow, normalizeMaterial } from "./material.mjs";

const kMargin = 0.5; // metres of the grid of light around all light probes
const kDielectric = 0.04; // the reflectance that a stock material has along the normal
const kSkyRadius = 90, kShadowTexels = 2048;
const kNearest = 1e-6; // metres to the fourth, below which a view is where the camera is
const kNoSky = { radiance: [0, 0, 0] };

// GGX over Lambert, as far as a stock material has it: what has no diffuse part is a metal.
function makeMaterial({ albedo, f0, roughness }) {
    const isMetal = Math.max(...albedo) === 0;
    const material = new THREE.MeshPhysicalMaterial({
        metalness: isMetal ? 1 : 0, roughness: Math.max(roughness, 0.02), shadowSide: THREE.DoubleSide,
    });
    material.color.setRGB(...(isMetal ? f0 : albedo), THREE.LinearSRGBColorSpace);
    if (!isMetal) material.specularIntensity = Math.min(1, Math.max(...f0) / kDielectric);
    return material;
}

function makeBox({ low, high, turn = 0 }) {
    const size = high.map((x, axis) => x - low[axis]);
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size));
    mesh.position.set(...low.map((x, axis) => (x + high[axis]) / 2));
    mesh.rotation.y = (turn * Math.PI) / 180;
    return mesh;
}

function makeSphere({ center, radius }) {
    const mesh = new THREE.Mesh(new THREE.SphereGeometry(radius, 64, 32));
    mesh.position.set(...center);
    return mesh;
}

// A rectangle that shines by itself. Its light is in the probes.
function makeLamp({ corner, edgeU, edgeV }) {
    const at = (u, v) => corner.map((x, axis) => x + u * edgeU[axis] + v * edgeV[axis]);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute([at(0, 0), at(1, 0), at(1, 1), at(0, 1)].flat(), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    return new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
}

function makeSky() {
    return new THREE.Mesh(new THREE.SphereGeometry(kSkyRadius), new THREE.MeshBasicMaterial({ side: THREE.BackSide }));
}

// With the shadows that it casts within the box low to high.
function makeSun(low, high) {
    const sun = new THREE.DirectionalLight(), middle = new THREE.Vector3(...low).add(new THREE.Vector3(...high)).divideScalar(2);
    const reach = middle.distanceTo(new THREE.Vector3(...high)) + 1;
    sun.target.position.copy(middle);
    sun.target.updateMatrixWorld();
    sun.castShadow = true;
    sun.shadow.mapSize.set(kShadowTexels, kShadowTexels);
    Object.assign(sun.shadow, { bias: -0.002, normalBias: 0.02, radius: 2 });
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, bottom: -reach, top: reach, near: 0, far: 2 * reach });
    sun.userData.reach = reach;
    return sun;
}

function makeGrid({ lightProbes, states }) {
    const fields = states.map(({ light }) => new LightField(lightProbes, (i) => light[i]));
    const low = [0, 1, 2].map((axis) => Math.min(...lightProbes.map((grid) => grid.low[axis])) - kMargin);
    const high = [0, 1, 2].map((axis) => Math.max(...lightProbes.map((grid) => grid.high[axis])) + kMargin);
    return new EvenGrid(fields, low, high);
}

export class Room {
    // folder: of prepare.mjs. include: the text of probenorm.glsl.
    static async load(folder, include) {
        const description = await (await fetchFile(`${folder}/room.json`)).json();
        const [divided, grey, ...plain] = await Promise.all(["divided", "grey", ...description.states.map((_, i) => `plain_${i}`)]
            .map((name) => loadCubemap(`${folder}/${name}.ktx2`)));
        return new Room(folder, description, { plain, normalized: plain, divided: [divided], grey: [grey] }, include);
    }

    constructor(folder, description, cubemaps, include) {
        Object.assign(this, { folder, description, cubemaps, states: description.states, mode: "normalized" });
        this.grid = makeGrid(description);
        this.uniforms = {
            pnLightMaps: { value: this.grid.textures },
            pnGridLow: { value: new THREE.Vector3(...this.grid.low) },
            pnGridHigh: { value: new THREE.Vector3(...this.grid.high) },
            pnGridCount: { value: new THREE.Vector3(...this.grid.count) },
            pnProbe: { value: [] },
            pnMode: { value: 0 }, pnShow: { value: kShow.picture }, pnAmount: { value: 1 },
        };
        this.scene = new THREE.Scene();
        this.materials = new Map(Object.entries(description.materials).map(
            ([name, each]) => [name, normalizeMaterial(makeMaterial(each), include, this.uniforms)]));
        const add = (mesh, name) => {
            mesh.material = this.materials.get(name);
            mesh.castShadow = mesh.receiveShadow = true;
            this.scene.add(mesh);
        };
        for (const box of description.boxes) add(makeBox(box), box.material);
        for (const sphere of description.spheres) add(makeSphere(sphere), sphere.material);
        this.lamps = this.states[0].lamps.map(makeLamp);
        this.sky = makeSky();
        this.scene.add(this.sky, ...this.lamps);
        if (this.states[0].sun) this.scene.add(this.sun = makeSun(this.grid.low, this.grid.high));
        this.setTime(0);
    }

    setMode(mode) {
        this.mode = mode;
        this.setTime(this.time);
    }

    // The state of light, 0 to the number of states less one; between two of them their coefficients are blended.
    setTime(time) {
        this.time = time;
        this.weights = this.states.map((_, i) => Math.max(0, 1 - Math.abs(time - i)));
        this.grid.blend(this.weights);
        this.shine();
        this.showProbe();
    }

    // What shines by itself.
    shine() {
        const mean = (valueOf) => blend(this.states.map(valueOf), this.weights);
        this.lamps.forEach((lamp, i) => lamp.material.color.setRGB(...mean(({ lamps }) => lamps[i].radiance), THREE.LinearSRGBColorSpace));
        this.sky.material.color.setRGB(...mean(({ sky }) => (sky ?? kNoSky).radiance), THREE.LinearSRGBColorSpace);
        if (!this.sun) return;
        const solidAngle = 2 * Math.PI * (1 - Math.cos((this.states[0].sun.angularRadius * Math.PI) / 180));
        this.sun.color.setRGB(...mean(({ sun }) => sun.radiance).map((value) => value * solidAngle), THREE.LinearSRGBColorSpace);
        this.sun.position.set(...mean(({ sun }) => sun.direction)).setLength(this.sun.userData.reach).add(this.sun.target.position);
    }

    // The divided cubemap serves all states with the probe's blended light. Of whole ones the nearest state's is shown.
    showProbe() {
        const cubemaps = this.cubemaps[this.mode], nearest = Math.round(this.time), isOne = cubemaps.length < this.states.length;
        const weights = kModes[this.mode] === kModes.divided ? this.weights : this.states.map((_, i) => Number(i === nearest));
        const cubemap = cubemaps[isOne ? 0 : nearest];
        const probe = blend(this.states.map((state) => state.probe.flat()), weights);
        this.uniforms.pnProbe.value = this.states[0].probe.map((_, i) => new THREE.Vector3(...probe.subarray(3 * i, 3 * i + 3)));
        this.uniforms.pnMode.value = kModes[this.mode];
        for (const material of this.materials.values()) {
            material.needsUpdate = !material.envMap;
            material.envMap = cubemap;
        }
    }

    set amount(value) {
        this.uniforms.pnAmount.value = value;
    }

    set show(value) {
        this.uniforms.pnShow.value = value;
    }

    // What radiance is multiplied by: at a view as in its stills, elsewhere between those of the views.
    exposureAt(position) {
        const { views } = this.description;
        const near = views.map((view) => 1 / (kNearest + Math.hypot(...view.position.map((x, axis) => x - position[axis])) ** 4));
        const sum = near.reduce((a, b) => a + b);
        const logs = this.states.map(({ exposures }) => views.map((view, i) => (near[i] / sum) * Math.log(exposures[view.name])));
        return Math.exp(blend(logs, this.weights).reduce((a, b) => a + b));
    }
}
