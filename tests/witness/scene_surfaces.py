#!/usr/bin/python3
"""One view of a scene by samples/scene and by Blender's Cycles, surface by surface.

usage: scene_surfaces.py --scene EXE [--blender blender] [-o tests/witness/files/cycles_scene.json]

Two variants of samples/scene/scenes/colours.json, its first view alone, 320 x 180 pixels: "lambert", in which no surface
has a specular layer and metals are painted grey, and "gloss", the scene as it is. Stored are the mean rgb of each surface
in Cycles' picture, and how far samples/scene is from it, over the pixels that samples/scene sees the surface in with all their
neighbours, with the standard error of that difference. On smooth metals of "gloss" (roughness below 0.25), luminance is clipped at
four times the surface's median first: the image of a lamp is a few pixels, up to a hundred times as bright as the rest, and one
of them more or less would decide.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "samples/scene/scenes/colours.json"
WIDTH, HEIGHT = 320, 180
LEAST_PIXELS = 30  # of a surface, for its mean to say something
CLIP = 4  # times the median
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
PAINT = 0.6  # the albedo of metals in "lambert"


def variant(name):
    """The scene's description with its first view alone, and few light probes: nothing here looks at them."""
    scene = json.loads(SOURCE.read_text())
    scene["views"] = scene["views"][:1]
    scene["lightProbes"] = [{**scene["lightProbes"][0], "count": [2, 2, 2]}]
    if name == "lambert":
        for material in scene["materials"].values():
            material["f0"] = [0.0, 0.0, 0.0]
            if max(material["albedo"]) == 0:
                material["albedo"] = [PAINT] * 3
    return scene


def surfaces_of(scene):
    """Title of each surface, and whether it is a smooth metal, by the numbers that view files give them."""
    found = {}
    for i, shape in enumerate(scene["boxes"] + scene["spheres"]):
        material = scene["materials"][shape["material"]]
        kind = "box" if i < len(scene["boxes"]) else "sphere"
        found[i + 1] = {"title": f"{kind} {i + 1} {shape['material']}",
                        "isSmooth": max(material["f0"]) > 0.5 and material["roughness"] < 0.25}
    return found


def read_view(path):
    """Surface numbers, and radiance, of a file that `scene render` writes: 64 floats per subpixel (samples/scene/view.h)."""
    data = path.read_bytes()
    samples = np.frombuffer(data[data.index(b"\n") + 1:], np.float32).reshape(HEIGHT, WIDTH, 64).astype(float)
    return samples[..., 0].astype(int), samples[..., 14:17] + (samples[..., 17:20] + samples[..., 20:23]) / 2


def render_ours(program, name, paths, folder):
    file = folder / f"{name}.json"
    file.write_text(json.dumps(variant(name)))
    subprocess.run([program, "render", file, "--views", folder, "--size", str(WIDTH), "--paths", str(paths), "--device", "cpu",
                    "--probe-size", "8", "--probe-paths", "1", "--light-probe-paths", "1"], check=True, capture_output=True)
    view, = folder.glob(f"{name}*.view")
    return file, *read_view(view)


def interior(numbers):
    """Pixels whose eight neighbours show the same surface: what a silhouette's pixel shows is chance."""
    same = np.zeros(numbers.shape, bool)
    same[1:-1, 1:-1] = True
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            same &= np.roll(numbers, (dy, dx), (0, 1)) == numbers
    return same


def clipped(values, level):
    light = values @ LUMINANCE
    return values * np.minimum(1, level / np.maximum(light, 1e-9))[:, None]


def clip_level(surface, values):
    return CLIP * float(np.median(values @ LUMINANCE)) if surface["isSmooth"] else float("inf")


def compare(surfaces, numbers, ours, theirs):
    """By title: pixels, Cycles' mean rgb, and our difference from it with its standard error, of luminance and relative."""
    rows, inside = {}, interior(numbers)
    for number, surface in surfaces.items():
        seen = inside & (numbers == number)
        if seen.sum() < LEAST_PIXELS:
            continue
        level = clip_level(surface, theirs[seen])
        a, b = clipped(ours[seen], level), clipped(theirs[seen], level)
        mean = (b @ LUMINANCE).mean()
        gap = (a - b) @ LUMINANCE / mean
        row = {"pixels": int(seen.sum()), "rgb": [float(f"{v:.5g}") for v in b.mean(0)], "difference": round(gap.mean(), 5),
               "error": round(gap.std() / seen.sum() ** 0.5, 5)}
        if level < float("inf"):
            row["level"] = float(f"{level:.5g}")
        rows[surface["title"]] = row
    return rows


def compare_with_stored(surfaces, numbers, ours, stored):
    """By title: the difference of our means from the stored ones, and the standard error of ours."""
    found, inside = {}, interior(numbers)
    for number, surface in surfaces.items():
        row = stored.get(surface["title"])
        if row:
            light = clipped(ours[inside & (numbers == number)], row.get("level", float("inf"))) @ LUMINANCE
            mean = np.dot(row["rgb"], LUMINANCE)
            found[surface["title"]] = light.mean() / mean - 1, light.std() / mean / len(light) ** 0.5
    return found


def measure(options, name, folder):
    file, numbers, picture = render_ours(options.scene, name, options.paths, folder)
    output = folder / f"{name}.npy"
    subprocess.run([options.blender, "-b", "--python-exit-code", "1", "-P", str(ROOT / "tests/witness/cycles_scene.py"), "--",
                    str(file), "-o", str(output), "--samples", str(options.samples), "--width", str(WIDTH)], check=True,
                   stdout=subprocess.DEVNULL)
    if options.keep:
        np.savez(options.keep / name, numbers=numbers, ours=picture, cycles=np.load(output))
    return compare(surfaces_of(variant(name)), numbers, picture, np.load(output).astype(float))


def table(surfaces):
    def cell(row):
        return f"{100 * row['difference']:+.2f} ± {100 * row['error']:.2f} %"

    lines = ["| surface | pixels | Lambert only | with gloss |", "|---|---|---|---|"]
    for title, row in surfaces["lambert"].items():
        gloss = surfaces["gloss"].get(title)
        lines.append(f"| {title.replace('_', ' ')} | {row['pixels']} | {cell(row)} | {cell(gloss) if gloss else ''} |")
    return "\n".join(lines)


def version(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scene", type=pathlib.Path, required=True)
    parser.add_argument("--blender", default="blender")
    parser.add_argument("--paths", type=int, default=640)
    parser.add_argument("--samples", type=int, default=448)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the pictures")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "tests/witness/files/cycles_scene.json")
    options = parser.parse_args()
    results = {"command": "tests/witness/scene_surfaces.py", "program": version([options.blender, "--version"]) + ", Cycles",
               "samples": options.samples, "paths": options.paths, "surfaces": {}}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("lambert", "gloss"):
            results["surfaces"][name] = measure(options, name, pathlib.Path(folder))
    options.output.write_text(json.dumps(results, indent=1) + "\n")
    print(table(results["surfaces"]))


if __name__ == "__main__":
    main()
