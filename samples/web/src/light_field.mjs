// The local light: coefficients that ProbeNorm projected for each light probe, interpolated as
// samples/scene/light_probes.cpp does, and resampled once onto one even grid that the GPU interpolates. States of light are
// blended there, coefficient by coefficient.
import * as THREE from "three";

export const kFloats = 27;         // nine coefficients r g b
export const kTextures = 7;        // of four channels each, which hold them
const kCell = 0.25;                // metres between points of the even grid
const kLeastWeight = 1e-3;         // of the probes around a point that have light

function positionOf(grid, index) {
    const [nx, ny] = grid.count, at = [index % nx, Math.floor(index / nx) % ny, Math.floor(index / (nx * ny))];
    return at.map((i, axis) => grid.low[axis] + (i * (grid.high[axis] - grid.low[axis])) / (grid.count[axis] - 1));
}

function distance(a, b) {
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function clampTo(grid, position) {
    return position.map((x, axis) => Math.min(grid.high[axis], Math.max(grid.low[axis], x)));
}

export class LightField {
    // grids: of the scene's file. light(i): the coefficients of the i-th light probe of all grids, or undefined.
    constructor(grids, light) {
        let first = 0;
        this.grids = grids.map((grid) => {
            const size = grid.count[0] * grid.count[1] * grid.count[2], probes = [];
            for (let i = 0; i < size; ++i) probes.push(light(first + i));
            first += size;
            return { ...grid, probes };
        });
    }

    // 27 floats.
    at(position) {
        let nearest = this.grids[0];
        for (const grid of this.grids)
            if (distance(clampTo(grid, position), position) < distance(clampTo(nearest, position), position)) nearest = grid;
        return interpolated(nearest, position);
    }
}

function interpolated(grid, position) {
    const inside = clampTo(grid, position), sum = new Float64Array(kFloats);
    const cells = inside.map((x, axis) => ((x - grid.low[axis]) / (grid.high[axis] - grid.low[axis])) * (grid.count[axis] - 1));
    let weights = 0;
    for (let corner = 0; corner < 8; ++corner) {
        let index = 0, weight = 1;
        for (let axis = 2; axis >= 0; --axis) {
            const low = Math.min(Math.floor(cells[axis]), grid.count[axis] - 2), part = cells[axis] - low;
            const high = (corner >> axis) & 1;
            index = index * grid.count[axis] + low + high;
            weight *= high ? part : 1 - part;
        }
        const probe = grid.probes[index];
        if (!probe) continue;
        for (let i = 0; i < kFloats; ++i) sum[i] += weight * probe[i];
        weights += weight;
    }
    return weights > kLeastWeight ? sum.map((value) => value / weights) : nearestOf(grid, position);
}

function nearestOf(grid, position) {
    let best;
    grid.probes.forEach((probe, i) => {
        const far = distance(positionOf(grid, i), position);
        if (probe && (!best || far < best.far)) best = { probe, far };
    });
    return best ? best.probe : new Float64Array(kFloats);
}

// The sum of lists of numbers by their weights.
export function blend(lists, weights) {
    const sum = new Float32Array(lists[0].length);
    lists.forEach((list, i) => {
        if (weights[i] > 0) for (let j = 0; j < sum.length; ++j) sum[j] += weights[i] * list[j];
    });
    return sum;
}

// An even grid over the box low to high, as seven 3D textures of half floats.
export class EvenGrid {
    // fields: the light of each state.
    constructor(fields, low, high) {
        this.low = low;
        this.count = low.map((x, axis) => Math.max(2, Math.ceil((high[axis] - x) / kCell) + 1));
        this.high = low.map((x, axis) => x + kCell * (this.count[axis] - 1));
        const texels = this.count[0] * this.count[1] * this.count[2];
        this.states = fields.map((field) => {
            const values = new Float32Array(texels * 4 * kTextures);
            for (let i = 0; i < texels; ++i) values.set(field.at(positionOf(this, i)), i * 4 * kTextures);
            return values;
        });
        this.textures = Array.from({ length: kTextures }, () => {
            const texture = new THREE.Data3DTexture(new Uint16Array(4 * texels), ...this.count);
            texture.type = THREE.HalfFloatType;
            texture.minFilter = texture.magFilter = THREE.LinearFilter;
            texture.unpackAlignment = 1;
            return texture;
        });
    }

    // weights: of each state.
    blend(weights) {
        const values = blend(this.states, weights);
        this.textures.forEach((texture, t) => {
            const { data } = texture.image;
            for (let i = 0; i < data.length; ++i)
                data[i] = THREE.DataUtils.toHalfFloat(values[(i >> 2) * 4 * kTextures + 4 * t + (i & 3)]);
            texture.needsUpdate = true;
        });
    }

    // What the GPU reads there in a state, in double precision; for tests.
    at(position, state) {
        const values = this.states[state];
        const probes = new Proxy({}, { get: (_, i) => values.subarray(i * 4 * kTextures, i * 4 * kTextures + kFloats) });
        return interpolated({ low: this.low, high: this.high, count: this.count, probes }, position);
    }
}
