// A scene of samples/scene as three.js's objects, lit by what `probenorm bake` wrote.
import * as THREE from "three";
import { fetchFile, loadCubemap } from "./cubemaps.mjs";
import { EvenGrid, LightField } from "./light_field.mjs";
import { kModes, kShow, normalizeMaterial } from "./material.mjs";

const kMargin = 0.5; // metres of the grid of light around all light probes
const kDielectric = 0.04; // the reflectance that a stock material has along the normal

const fetchJson = async (url) => (await fetchFile(url)).json();

// GGX over Lambert, as far as a stock material has it: what has no diffuse part is a metal.
function makeMaterial({ albedo, f0, roughness }) {
    const isMetal = Math.max(...albedo) === 0;
    const material = new THREE.MeshPhysicalMaterial({ metalness: isMetal ? 1 : 0, roughness: Math.max(roughness, 0.02) });
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
function makeLamp({ corner, edgeU, edgeV, radiance }) {
    const at = (u, v) => corner.map((x, axis) => x + u * edgeU[axis] + v * edgeV[axis]);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute([at(0, 0), at(1, 0), at(1, 1), at(0, 1)].flat(), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
    material.color.setRGB(...radiance, THREE.LinearSRGBColorSpace);
    return new THREE.Mesh(geometry, material);
}

// The records of all probes, by their ids.
async function loadRecords(folder) {
    const { probes } = await fetchJson(`${folder}/baked/bake.json`);
    const records = await Promise.all(probes.map((probe) => fetchJson(`${folder}/baked/probes/${probe.id}.json`)));
    return new Map(probes.map((probe, i) => [probe.id, records[i]]));
}

function makeGrid(description, records) {
    const field = new LightField(description.lightProbes, (i) => records.get(`light_${i}`)?.coefficients.flat());
    const low = [0, 1, 2].map((axis) => Math.min(...description.lightProbes.map((grid) => grid.low[axis])) - kMargin);
    const high = [0, 1, 2].map((axis) => Math.max(...description.lightProbes.map((grid) => grid.high[axis])) + kMargin);
    return new EvenGrid(field, low, high);
}

export class Room {
    // folder: of prepare.mjs. include: the text of probenorm.glsl.
    static async load(folder, include) {
        const [description, records, plain, divided, grey] = await Promise.all([
            fetchJson(`${folder}/scene.json`), loadRecords(folder), loadCubemap(`${folder}/probe_0.ktx2`),
            loadCubemap(`${folder}/baked/probes/probe_0.ktx2`), loadCubemap(`${folder}/baked/probes/probe_0_grey.ktx2`),
        ]);
        return new Room(description, records, { plain, normalized: plain, divided, grey }, include);
    }

    constructor(description, records, cubemaps, include) {
        this.description = description;
        this.cubemaps = cubemaps;
        this.grid = makeGrid(description, records);
        this.probe = records.get("probe_0").coefficients;
        this.uniforms = {
            pnLightMaps: { value: this.grid.textures() },
            pnGridLow: { value: new THREE.Vector3(...this.grid.low) },
            pnGridHigh: { value: new THREE.Vector3(...this.grid.high) },
            pnGridCount: { value: new THREE.Vector3(...this.grid.count) },
            pnProbe: { value: this.probe.map((rgb) => new THREE.Vector3(...rgb)) },
            pnMode: { value: 0 }, pnShow: { value: kShow.picture }, pnAmount: { value: 1 },
        };
        this.scene = new THREE.Scene();
        this.materials = new Map(Object.entries(description.materials).map(
            ([name, each]) => [name, normalizeMaterial(makeMaterial(each), include, this.uniforms)]));
        const add = (mesh, name) => {
            mesh.material = this.materials.get(name);
            this.scene.add(mesh);
        };
        for (const box of description.boxes) add(makeBox(box), box.material);
        for (const sphere of description.spheres) add(makeSphere(sphere), sphere.material);
        for (const lamp of description.lamps) this.scene.add(makeLamp(lamp));
        this.setMode("normalized");
    }

    setMode(mode) {
        this.uniforms.pnMode.value = kModes[mode];
        for (const material of this.materials.values()) {
            material.envMap = this.cubemaps[mode];
            material.needsUpdate = true;
        }
    }

    set amount(value) {
        this.uniforms.pnAmount.value = value;
    }

    set show(value) {
        this.uniforms.pnShow.value = value;
    }

    // A camera as the scene's file places it.
    placeCamera(camera, view = this.description.views[0]) {
        camera.position.set(...view.position);
        camera.fov = (2 * Math.atan(view.height / 2) * 180) / Math.PI;
        camera.updateProjectionMatrix();
        camera.lookAt(...view.target);
    }
}
