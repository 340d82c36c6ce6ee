// Looking round by dragging, with a mouse or a finger, and walking by keys or by the stick on the screen.
const kMetresPerSecond = 2, kRadiansPerPixel = 0.004, kSteepest = 1.4, kStickPixels = 40;
const kKeys = { // right, forward
    KeyW: [0, 1], ArrowUp: [0, 1], KeyS: [0, -1], ArrowDown: [0, -1],
    KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0],
};

// Calls onMove with how far a pointer that went down on the element has come, since then and since the last call.
function follow(element, onMove, onEnd = () => {}) {
    let first, last;
    element.addEventListener("pointerdown", (event) => {
        if (!first) first = last = event;
    });
    addEventListener("pointermove", (event) => {
        if (event.pointerId !== first?.pointerId) return;
        onMove([event.clientX - first.clientX, event.clientY - first.clientY], [event.clientX - last.clientX, event.clientY - last.clientY]);
        last = event;
    });
    for (const name of ["pointerup", "pointercancel"])
        addEventListener(name, (event) => {
            if (event.pointerId !== first?.pointerId) return;
            first = undefined;
            onEnd();
        });
}

const clamp = (x, most) => Math.min(most, Math.max(-most, x));

export class Walker {
    // onMove: called when the camera moves.
    constructor(camera, picture, stick, onMove) {
        Object.assign(this, { camera, onMove, keys: new Set(), stick: [0, 0] });
        camera.rotation.order = "YXZ";
        follow(picture, (_, [x, y]) => {
            camera.rotation.y += x * kRadiansPerPixel;
            camera.rotation.x = clamp(camera.rotation.x + y * kRadiansPerPixel, kSteepest);
            onMove();
        });
        follow(stick, ([x, y]) => (this.stick = [clamp(x / kStickPixels, 1), clamp(-y / kStickPixels, 1)]), () => (this.stick = [0, 0]));
        addEventListener("keydown", (event) => {
            if (!event.target.closest?.("input, select")) this.keys.add(event.code);
        });
        addEventListener("keyup", (event) => this.keys.delete(event.code));
        addEventListener("blur", () => this.keys.clear());
    }

    step(seconds) {
        let [right, forward] = this.stick;
        for (const key of this.keys) {
            right += kKeys[key]?.[0] ?? 0;
            forward += kKeys[key]?.[1] ?? 0;
        }
        if (right === 0 && forward === 0) return;
        const sine = Math.sin(this.camera.rotation.y), cosine = Math.cos(this.camera.rotation.y), way = kMetresPerSecond * seconds;
        this.camera.position.x += way * (right * cosine - forward * sine);
        this.camera.position.z -= way * (right * sine + forward * cosine);
        this.onMove();
    }
}
