"""A row of metal spheres, roughness 0 to 1, that Blender's Cycles traces, beside what engines show with prefiltered mips. Run by
Blender, from the repository's root:

blender -b --python-exit-code 1 -P tests/witness/cycles_row.py -- ROW.json...

Each ROW.json is what tests/engines/spheres.mjs --row wrote of an engine. Blender shows the same cubemap, turned and mirrored as the
engine shows it, which its mirror tells. Cycles knows where each ray goes; an engine reads one texel, filtered as if seen along the
normal (docs/prefiltering.md). Printed are, per roughness, the median of the pixels' difference and that of the means.
"""

import json
import math
import pathlib
import sys
import tempfile

import bpy
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import cycles_sphere  # noqa: E402
import environment  # noqa: E402
import sphere  # noqa: E402

SPHERES, TILE, DISTANCE = 11, 64, 1000.0  # as in tests/engines/row.mjs
WIDTH, HEIGHT = 2048, 1024  # of the map that Blender shows: some ten of its texels for one of the cubemap's
DISTRIBUTION = "MULTI_GGX"  # light that facets scatter more than once is kept: in white light each engine's metal is white, too


def look_up(texels, directions):
    """The texels that directions hit, by the sampling table of D3D, OpenGL and Vulkan."""
    axis = numpy.abs(directions).argmax(-1)
    x, y, z = numpy.moveaxis(directions / numpy.abs(directions).max(-1, keepdims=True), -1, 0)
    sign = numpy.sign(numpy.choose(axis, (x, y, z)))
    u = numpy.choose(axis, (-sign * z, x, sign * x))
    v = numpy.choose(axis, (-y, sign * z, -y))
    column, row = (numpy.clip((t + 1) / 2 * texels.shape[1], 0, texels.shape[1] - 1).astype(int) for t in (u, v))
    return texels[2 * axis + (sign < 0), row, column]


def axes_of(texels, normals, mirror):
    """How the engine turns and mirrors the cubemap: the matrix of 48 with which a mirror comes nearest to what it shows."""
    reflected = 2 * normals[:, 2:] * normals - numpy.array([0, 0, 1])
    return min(sphere.axis_maps(), key=lambda matrix: numpy.median(numpy.abs(look_up(texels, reflected @ matrix.T) - mirror)))


def write_world(path, texels, matrix):
    """A map that Blender shows at u = 1/2 - atan2(y, x) / 2 pi, z up."""
    phi = (0.5 - (numpy.arange(WIDTH) + 0.5) / WIDTH) * 2 * math.pi
    latitude = (0.5 - (numpy.arange(HEIGHT)[:, None] + 0.5) / HEIGHT) * math.pi
    directions = numpy.stack([numpy.cos(latitude) * numpy.cos(phi), numpy.cos(latitude) * numpy.sin(phi), numpy.sin(latitude) + 0 * phi], -1)
    environment.write_radiance(path, numpy.maximum(look_up(texels, directions @ matrix.T), 1e-6))


def trace(texels, matrix):
    """TILE x (SPHERES TILE) x 3, row 0 at the bottom. The spheres do not show each other."""
    scene = cycles_sphere.empty_scene()
    for i in range(SPHERES):
        material = cycles_sphere.white("ShaderNodeBsdfGlossy", i / (SPHERES - 1), DISTRIBUTION)
        ball = cycles_sphere.add_sphere(scene, material, 2.0 * i - (SPHERES - 1))
        ball.visible_glossy = ball.visible_shadow = False
    camera = cycles_sphere.add_camera(scene)
    camera.data.type = "PERSP"
    camera.data.angle = 2 * math.atan(SPHERES / DISTANCE)
    camera.data.clip_end = 2 * DISTANCE
    camera.location.z = DISTANCE
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "map.hdr"
        write_world(path, texels, matrix)
        cycles_sphere.show_map(scene, bpy.data.images.load(str(path)), "Closest")
        return cycles_sphere.render(scene, SPHERES * TILE, TILE)[::-1]


def main():
    traced = {}
    print("engine: roughness: median of the pixels' difference, difference of the means, %")
    for path in sys.argv[sys.argv.index("--") + 1:]:
        shown = json.loads(pathlib.Path(path).read_text())
        size, rows = shown["size"], numpy.array(shown["row"]).reshape(SPHERES, -1, 3)
        last = pathlib.Path(shown["source"]).read_bytes()[-6 * size * size * 16:]  # the first mip, of floats, ends a KTX 2 file
        texels = numpy.frombuffer(last, numpy.float32).reshape(6, size, size, 4)[..., :3]
        x, y, normals = (numpy.array([pixel[key] for pixel in shown["pixels"]]) for key in ("x", "y", "normal"))
        matrix = axes_of(texels, normals, rows[0])
        key = texels.tobytes() + matrix.tobytes()
        if key not in traced:
            traced[key] = trace(texels, matrix)
        cells = []
        for i, row in enumerate(rows):
            truth = traced[key][y, i * TILE + x]
            error = numpy.abs(row - truth) / numpy.maximum(truth, truth.mean(0) / 10)
            cells.append(f"{i / (SPHERES - 1):.1f}: {100 * numpy.median(error):.1f}, {100 * (row.mean() / truth.mean() - 1):+.1f}")
        print(f"{shown['engine']}: " + "; ".join(cells), flush=True)


if __name__ == "__main__":
    main()
