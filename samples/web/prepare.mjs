// node prepare.mjs [--build ../../build/release] [--data data] [--small] [--threads 2]
//
// Makes what the page shows: path traces the captures of two scenes (`scene export`), bakes them (`probenorm bake`), and
// writes each reflection probe as it is for comparison (`probenorm resample`).
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
export const kScenes = ["two_rooms", "colours"];

function run(program, ...args) {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
}

// options: scene and probenorm, the two programs; data, the folder to make; isSmall; threads.
export function prepare({ scene, probenorm, data, isSmall, threads = "2", scenes = kScenes }) {
    const files = scenes.map((name) => join(here, "../scene/scenes", `${name}.json`));
    run(scene, "export", ...files, "--output", data, "--threads", threads, ...(isSmall ? ["--small"] : []));
    for (const name of scenes) {
        const folder = join(data, name);
        run(probenorm, "bake", join(folder, "probes.json"), "-o", join(folder, "baked"), "--device", "cpu", "--quiet");
        for (const file of readdirSync(join(folder, "captures")).filter((each) => each.startsWith("probe_")))
            run(probenorm, "resample", join(folder, "captures", file), "--layout", "vstrip", "--to", "cubemap", "-o",
                join(folder, file.replace(".hdr", ".ktx2")), "--quiet");
    }
    writeFileSync(join(data, "scenes.json"), JSON.stringify(scenes));
}

function main() {
    const { values } = parseArgs({
        options: {
            build: { type: "string", default: resolve(here, "../../build/release") },
            data: { type: "string", default: join(here, "data") },
            small: { type: "boolean", default: false },
            threads: { type: "string", default: "2" },
        },
    });
    const programs = { scene: join(values.build, "samples/scene/scene"), probenorm: join(values.build, "tools/probenorm/probenorm") };
    for (const program of Object.values(programs))
        if (!existsSync(program)) {
            console.error(`prepare.mjs: there is no ${program}: build ProbeNorm first (README.md)`);
            process.exit(1);
        }
    rmSync(values.data, { recursive: true, force: true });
    prepare({ ...programs, data: values.data, isSmall: values.small, threads: values.threads });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
