"""Spheres that Blender's Cycles lights by the map of `probenorm make --for blender`, beside the same by a map of the formula itself. Run by
Blender, from the repository's root (Debian: blender), which prints a table:

blender -b --python-exit-code 1 -P tests/witness/cycles_make.py -- build/release/tools/probenorm/probenorm

A white diffuse sphere, and metal ones of roughness 0, .25, .5, .75 and 1. Blender takes no coefficients. The limits are those of
tests/engines/make.mjs; the map turned by 90 degrees is outside of them.
"""

import math
import pathlib
import subprocess
import sys
import tempfile

import bpy
import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cycles_sphere  # noqa: E402

ROUGHNESS = [None, 0.0, 0.25, 0.5, 0.75, 1.0]  # None: white
TILE, MEAN, PIXEL = 48, 0.005, 0.02


def trace(path):
    """Per sphere rows of rgb, within 78 degrees of the view."""
    scene = cycles_sphere.empty_scene()
    count = len(ROUGHNESS)
    for i, roughness in enumerate(ROUGHNESS):
        material = cycles_sphere.white() if roughness is None else cycles_sphere.white("ShaderNodeBsdfGlossy", roughness, "MULTI_GGX")
        ball = cycles_sphere.add_sphere(scene, material, 2.0 * i - (count - 1))
        ball.visible_glossy = ball.visible_diffuse = ball.visible_shadow = False
    camera = cycles_sphere.add_camera(scene)
    camera.data.ortho_scale = 2.0 * count
    camera.location = (0, -3, 0)  # z is up
    camera.rotation_euler = (math.pi / 2, 0, 0)
    cycles_sphere.show_map(scene, bpy.data.images.load(str(path)))
    scene.world.cycles.sampling_method = "NONE"  # rays go where the surface reflects, whatever the map: equal maps, equal noise
    scene.cycles.samples = 256
    picture = cycles_sphere.render(scene, count * TILE, TILE)
    t = ((numpy.arange(TILE) + 0.5) / TILE * 2 - 1) / cycles_sphere.sphere.RADIUS
    inside = t[:, None] ** 2 + t ** 2 < 1 - 0.2 ** 2
    return [picture[:, i * TILE:(i + 1) * TILE][inside] for i in range(count)]


def errors(found, expected):
    average = expected.mean(0)
    return (numpy.abs(found.mean(0) / average - 1).max(), (numpy.abs(found - expected) / numpy.maximum(expected, average / 10)).max())


def main(probenorm):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        truth = folder / "sky.exr"
        subprocess.run(["/usr/bin/python3", "-B", HERE.parent / "engines" / "brute_force_files.py", "map", truth], check=True)
        maps = {"truth": truth}
        for turn in (0, 90):
            subprocess.run([probenorm, "make", truth, "--for", "blender", "--rotate", f"0,{turn},0", "-o", folder / f"{turn}", "--quiet"], check=True)
            maps[turn] = folder / f"{turn}" / "sky.exr"
        shown = {name: trace(path) for name, path in maps.items()}
    print(f"Blender {bpy.app.version_string}: sphere: error of the mean, largest of a pixel, %; the same of the turned map")
    for i, roughness in enumerate(ROUGHNESS):
        (mean, pixel), (wrong_mean, wrong_pixel) = (errors(shown[turn][i], shown["truth"][i]) for turn in (0, 90))
        label = "white" if roughness is None else f"metal {roughness}"
        print(f"{label}: {100 * mean:.3f}, {100 * pixel:.3f}; {100 * wrong_mean:.3f}, {100 * wrong_pixel:.3f}")
        if mean > MEAN or pixel > PIXEL or wrong_mean <= MEAN or wrong_pixel <= PIXEL:
            sys.exit(f"{label}: the mean must be within {MEAN}, pixels within {PIXEL}, and the turned map outside of both")


main(*sys.argv[sys.argv.index("--") + 1:])
