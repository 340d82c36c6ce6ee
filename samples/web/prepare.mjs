// node prepare.mjs [--build ../../build/release] [--data data] [--small] [--threads 2] [--kept DIR]
//
// Makes what the page shows, for each scene of scenes.json: path traces captures and stills of each state of light (`scene
// export`), projects all captures (`probenorm project`), packs the reflection probe of each state (`probenorm resample`), and
// divides that of one state (`probenorm normalize`).
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const kStillWidth = "800";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

function run(program, ...args) {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
}

// The light of one exported state: what else shines, exposures of the stills, and coefficients, null inside of a shape.
function lightOf(probenorm, folder, name, { sun, sky, lamps = [] }) {
    const files = readdirSync(join(folder, "captures")), light = [];
    const found = JSON.parse(run(probenorm, "project", ...files.map((file) => join(folder, "captures", file)), "--layout",
        "vstrip", "--window", "auto", "--format", "json", "--device", "cpu"));
    files.forEach((file, i) => {
        const [, index] = file.match(/^light_(\d+)/) ?? [];
        if (index) light[index] = found[i].coefficients.flat();
    });
    const probe = found[files.indexOf("probe_0.hdr")].coefficients;
    return { name, sun, sky, lamps, exposures: readJson(join(folder, "stills/exposures.json")), probe, light: [...light] };
}

function prepareScene({ scene, probenorm, data, work, extra }, { name, paths, states = { light: {} }, divided, scene: changes }) {
    const folder = join(data, name), names = Object.keys(states);
    const shared = { ...readJson(join(here, "../scene/scenes", `${name}.json`)), ...changes };
    const files = Object.values(states).map((state) => ({ ...shared, ...state }));
    mkdirSync(folder, { recursive: true });
    const lights = files.map((file, i) => {
        const stem = names.length > 1 ? `${name}_${names[i]}` : name, from = join(work, stem);
        writeFileSync(`${from}.json`, JSON.stringify(file));
        run(scene, "export", `${from}.json`, "--output", work, "--stills", "--paths", String(paths), ...extra);
        const capture = [join(from, "captures/probe_0.hdr"), "--layout", "vstrip", "--quiet", "--compress", "zstd", "-o"];
        run(probenorm, "resample", ...capture, join(folder, `plain_${i}.ktx2`), "--to", "cubemap");
        if (names[i] === (divided ?? names[0])) {
            const normalize = (to, ...how) => run(probenorm, "normalize", ...capture, join(folder, to), "--device", "cpu", ...how);
            normalize("divided.ktx2", "--divide", "rgb", "--texels", "rgba16f");
            normalize("grey.ktx2", "--channels", "1");
        }
        for (const view of file.views) copyFileSync(join(from, "stills", `${view.name}.jpg`), join(folder, `${view.name}_${i}.jpg`));
        return lightOf(probenorm, from, names[i], file);
    });
    writeFileSync(join(folder, "room.json"), JSON.stringify({ ...shared, states: lights }));
}

// options: scene and probenorm, the two programs; data, the folder to make; isSmall; threads; kept, of `scene export`.
export function prepare({ isSmall, threads = "2", kept, ...options }) {
    const entries = readJson(join(here, "scenes.json")), work = mkdtempSync(join(tmpdir(), "probenorm-web-"));
    const extra = ["--threads", threads, ...(isSmall ? ["--small"] : ["--size", kStillWidth]), ...(kept ? ["--kept", kept] : [])];
    rmSync(options.data, { recursive: true, force: true });
    for (const entry of entries) prepareScene({ ...options, work, extra }, entry);
    writeFileSync(join(options.data, "scenes.json"), JSON.stringify(entries.map(({ name }) => name)));
    rmSync(work, { recursive: true });
}

function main() {
    const { values } = parseArgs({
        options: {
            build: { type: "string", default: resolve(here, "../../build/release") },
            data: { type: "string", default: join(here, "data") },
            small: { type: "boolean", default: false },
            threads: { type: "string", default: "2" },
            kept: { type: "string" },
        },
    });
    const programs = { scene: join(values.build, "samples/scene/scene"), probenorm: join(values.build, "tools/probenorm/probenorm") };
    for (const program of Object.values(programs))
        if (!existsSync(program)) {
            console.error(`prepare.mjs: there is no ${program}: build ProbeNorm first (README.md)`);
            process.exit(1);
        }
    prepare({ ...programs, data: values.data, isSmall: values.small, threads: values.threads, kept: values.kept });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
