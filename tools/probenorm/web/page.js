// Runs the tool in a worker on the file that the user chose, and shows what it writes.
"use strict";

const kFace = 128; // of preview --size, whose panels are cut out below
const isPhone = matchMedia("(pointer: coarse)").matches;
const kWidest = isPhone ? 4096 : 8192; // of a map; its texels are 16 bytes
const kTooLarge = `This page takes maps up to ${kWidest} x ${kWidest / 2}${isPhone ? " on a phone" : ""}; the command line tool takes larger ones.`;

const byId = (id) => document.getElementById(id);
const source = URL.createObjectURL(new Blob([`(${probenormWorker})()`], { type: "text/javascript" }));
let tool = null; // the worker, and the file it has
let task = 0;    // counts what the user asked for
let mappings = [];   // of roughness, named by engine; the others' is linear

class Cancelled extends Error {}

// A name that the tool takes for a file's, and not for a pattern, an option or its own folder.
const safeName = (name) => (name === "out" ? "out_" : name.replace(/^-|[%#{}]/g, "_"));

async function startTool() {
    tool?.worker.terminate();
    const worker = new Worker(source);
    const mine = (tool = { worker, name: null, given: {}, waiting: [] });
    worker.onmessage = ({ data }) => mine.waiting.shift()(data);
    worker.onerror = (event) => mine.waiting.shift()({ exit: 4, messages: [`the worker failed: ${event.message}`] });
    const answer = await nextAnswer();
    if (answer.exit) throw new Error(answer.messages.join("\n"));
}

// The words that an option of the tool takes, as its help has them.
async function readEngines() {
    await startTool();
    const { output } = await ask("prefilter", "--help");
    const choices = (option) => output.match(new RegExp(`${option} ([^ \n]*)`))[1].split("|");
    mappings = choices("--mapping");
    byId("engine").append(...choices("--for").map((name) => new Option(name)));
}

// To a tool that has no other file.
async function giveFile(file) {
    if (byId("engine").options.length === 0) await readEngines();
    else if (tool?.name !== null) await startTool();
    const mine = tool;
    const bytes = new Uint8Array(await file.arrayBuffer());
    mine.name = safeName(file.name);
    mine.given = { [mine.name]: bytes };
}

// The worker answers in the order of what it was asked.
function nextAnswer() {
    return new Promise((resolve) => tool.waiting.push(resolve));
}

// One command of the tool. Its file travels with the first one.
function ask(...words) {
    tool.worker.postMessage({ given: tool.given, words });
    tool.given = {};
    return nextAnswer();
}

async function run(command, ...words) {
    const mine = task;
    const answer = await ask(command, tool.name, "--max-bytes", `${kWidest * kWidest / 2 * 16}`, ...words);
    if (mine !== task) throw new Cancelled();
    const fails = command === "check" ? answer.exit !== 0 && answer.exit !== 3 : answer.exit !== 0;
    if (fails) throw new Error(answer.messages.join("\n") || `exit code ${answer.exit}`);
    return answer;
}

function setBusy(isBusy) {
    byId("progress").hidden = byId("cancel").hidden = !isBusy;
    for (const button of document.querySelectorAll("[data-kind]")) button.disabled = isBusy;
}

// Runs steps one after the other. What is begun later, or cancelled, ends them.
async function guarded(steps) {
    const mine = ++task;
    setBusy(true);
    byId("progress").max = steps.length;
    byId("status").className = "";
    try {
        for (const [index, [text, step]] of steps.entries()) {
            byId("progress").value = index;
            byId("status").textContent = `${text} ...`;
            await step();
            if (mine !== task) return;
        }
        byId("status").textContent = "Done.";
    } catch (error) {
        if (mine !== task || error instanceof Cancelled) return;
        const isTooLarge = /max-bytes|above the limit|out of memory|OOM|memory access/i.test(error.message);
        byId("status").className = "error";
        byId("status").textContent = `${isTooLarge ? `${kTooLarge} ` : ""}${error.message}`;
    }
    setBusy(false);
}

function cancel() {
    ++task;
    tool?.worker.terminate();
    tool = null;
    byId("result").hidden = true;
    setBusy(false);
    byId("status").textContent = "Cancelled. Choose a file to begin again.";
    byId("file").value = "";
    byId("file").focus();
}

// Panels of the tool's preview: [left, top, width, height] at kFace pixels per face, as tools/probenorm/picture lays them out.
const kUnit = kFace / 64;
const panelOf = (column, row) => [12 * kUnit + column * (4 * kFace + 12 * kUnit), 54 * kUnit + row * (3 * kFace + 28 * kUnit), 4 * kFace, 3 * kFace];
const kPanels = [
    ["radiance", [panelOf(0, 0)], "The environment as an unfolded cube; small bright lights are framed"],
    ["kept", [panelOf(1, 0)], "What 9 coefficients keep of it"],
    ["white", [[0, panelOf(0, 1)[1], 4 * kFace + 24 * kUnit, 3 * kFace]], "White balls in its light by the integral, from both sides"],
    ["error", [panelOf(2, 1)], "Error of irradiance: blue is too dark, red too bright"],
];
// Rows of four balls without their titles, each above the row that it is compared with. The upper ones have no text below.
const kMetal = ["metal", [0, 1, 2, 3].map((i) =>
    [6 * kUnit + (i >> 1) * (3 * kFace + 48 * kUnit), panelOf(0, 2)[1] + (i & 1) * (0.75 * kFace + 28 * kUnit), 3 * kFace + 48 * kUnit, 0.75 * kFace + (4 + 12 * (i & 1)) * kUnit]),
    "Metal balls of rising roughness: above by the prefiltered chain, below by the exact integral"];

async function draw(png, panels) {
    const picture = await createImageBitmap(new Blob([png], { type: "image/png" }));
    for (const [id, parts, caption] of panels) {
        const figure = byId(id) ?? byId("pictures").appendChild(Object.assign(document.createElement("figure"), { id }));
        figure.replaceChildren(Object.assign(document.createElement("figcaption"), { textContent: caption }));
        for (const [left, top, width, height] of parts) {
            const canvas = Object.assign(document.createElement("canvas"), { width, height });
            canvas.setAttribute("role", "img");
            canvas.setAttribute("aria-label", caption);
            canvas.getContext("2d").drawImage(picture, left, top, width, height, 0, 0, width, height);
            figure.lastChild.before(canvas);
        }
    }
    byId("result").hidden = false;
}

function list(id, lines) {
    byId(id).replaceChildren(...lines.map(([text, kind]) => Object.assign(document.createElement("li"), { textContent: text, className: kind ?? "" })));
}

function showLights(lights, unit) {
    const number = (value) => Number(value.toPrecision(3));
    list("lights", lights.length === 0 ? [["none"]] : lights.map((light) =>
        [`direction ${light.direction.map(number).join(", ")}; irradiance ${light.irradiance.map(number).join(", ")} (${unit}); radius ${number(light.angularRadiusDegrees)} degrees`]));
}

const textOf = (file) => new TextDecoder().decode(file.bytes);

function steps() {
    const engine = () => byId("engine").value; // known from the first step on
    const preview = ["-o", "out/preview.png", "--size", `${kFace}`];
    return [
        ["Drawing", async () => {
            const answer = await run("preview", ...preview, "--extract-lights", "16");
            await draw(answer.files[0].bytes, kPanels);
        }],
        ["Checking", async () => {
            const { findings } = JSON.parse((await run("check", "--format", "json")).output).inputs[0];
            list("findings", findings.length === 0 ? [["nothing"]] : findings.map((f) => [`${f.severity}: ${f.text}`, f.severity]));
        }],
        ["Measuring lights", async () => {
            const found = JSON.parse((await run("lights", "--format", "json", "--for", engine())).output);
            showLights(found.lights, found.unit);
        }],
        ["Finding coefficients", async () => {
            byId("sh").textContent = (await run("project", "--for", engine())).output;
        }],
        ["Prefiltering", async () => {
            const answer = await run("preview", ...preview, "--prefilter", mappings.includes(engine()) ? engine() : "linear");
            await draw(answer.files[0].bytes, [kMetal]);
        }],
    ];
}

function open(file) {
    for (const id of ["pictures", "findings", "lights", "downloads"]) byId(id).replaceChildren();
    for (const id of ["result", "command", "howto"]) byId(id).hidden = true;
    return guarded([["Starting", () => giveFile(file)], ...steps()]);
}

function addDownloads(files) {
    byId("downloads").replaceChildren(...files.map(({ name, bytes }) => {
        const link = Object.assign(document.createElement("a"), { download: name, textContent: name, href: URL.createObjectURL(new Blob([bytes])) });
        const item = document.createElement("li");
        item.append(link, ` ${bytes.length.toLocaleString("en")} bytes`);
        return item;
    }));
    byId("downloads").querySelector("a").focus();
}

// Each kind of download is one command, which the tool would be called with, too.
function download(kind) {
    const engine = byId("engine").value;
    const stem = tool.name.replace(/\.[^.]*$/, "");
    const output = { make: "out", prefilter: `out/${stem}.ktx2`, project: `out/${stem}.json` }[kind];
    return guarded([["Making files", async () => {
        const answer = await run(kind, "--for", engine, "-o", output);
        byId("command").textContent = `probenorm ${kind} ${tool.name} --for ${engine} -o ${output}`;
        byId("howto").textContent = answer.output;
        byId("command").hidden = false;
        byId("howto").hidden = answer.output === "";
        addDownloads(answer.files);
    }]]);
}

guarded([["Starting", readEngines]]);
byId("engine").onchange = () => tool?.name && guarded(steps());
byId("cancel").onclick = cancel;
byId("file").onchange = ({ target }) => target.files[0] && open(target.files[0]);
for (const button of document.querySelectorAll("[data-kind]")) button.onclick = () => download(button.dataset.kind);
document.ondragover = (event) => { event.preventDefault(); byId("drop").classList.add("over"); };
document.ondragleave = () => byId("drop").classList.remove("over");
document.ondrop = (event) => {
    event.preventDefault();
    byId("drop").classList.remove("over");
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
};
