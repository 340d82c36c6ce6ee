#!/usr/bin/python3
"""What Filament shows of an environment that cmgen made ready for it: a white sphere, and the skybox.

usage: filament.py --probenorm EXE [-o tests/witness/files/filament.json]

Debian: libfilament-dev, libfilament-tools, xvfb, xauth, g++. Two of Blender's maps and an environment of degree 2, each as a
panorama and as a cross of cube faces, go through cmgen; filament/render.cpp shows them with OpenGL under Xvfb. Stored are the
normals of pixels, and for each environment what the sphere shows there when it is lit by cmgen's coefficients ("cmgen") and by
those of `project --for filament` ("probenorm"), and irradiance over pi of what the skybox shows, summed over its 393 216 pixels.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy

import environment
import lights
from comparison import read_hdr

HERE = pathlib.Path(__file__).resolve().parent
WORLD = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
INCLUDE = "/usr/include/filament-1.9"
SPHERE, SKY = 32, 256
FACE = 128
STEP = 5  # every fifth pixel of a row and of a column is stored
CROSS = [(2, 1), (0, 1), (1, 0), (1, 2), (1, 1), (3, 1)]  # column and row of each face in a horizontal cross


def run(*arguments, **options):
    return subprocess.run(list(map(str, arguments)), check=True, capture_output=True, text=True, **options).stdout


def build(work):
    """The program that renders, and its two materials."""
    for name in ("white", "position"):
        run("matc", "-p", "desktop", "-a", "opengl", "-o", work / f"{name}.filamat", HERE / "filament" / f"{name}.mat")
    run("g++", "-std=c++17", "-O1", "-w", "-I", INCLUDE, HERE / "filament/render.cpp", "-o", work / "render", "-lfilament",
        "-lfilament_backend", "-lfilament_geometry", "-lfilament_image", "-lfilament_utils")


def cross(texels):
    """Of a panorama, nearest texel: +Y above and -Y below the second column; middle row -X +Z +X -Z (docs/formats.md)."""
    height, width, _ = texels.shape
    picture = numpy.full((3 * FACE, 4 * FACE, 3), 1e-6)
    place = (numpy.arange(FACE) + 0.5) * 2 / FACE - 1
    s, t = numpy.meshgrid(place, place)
    for (right, down, ahead), (column, row) in zip(lights.FACES, CROSS):
        d = s[..., None] * numpy.array(right) + t[..., None] * numpy.array(down) + numpy.array(ahead)
        d /= numpy.linalg.norm(d, axis=2, keepdims=True)
        x = ((0.5 + numpy.arctan2(d[..., 0], d[..., 2]) / (2 * numpy.pi)) * width).astype(int) % width
        y = numpy.minimum((numpy.arccos(numpy.clip(d[..., 1], -1, 1)) / numpy.pi * height).astype(int), height - 1)
        picture[row * FACE:(row + 1) * FACE, column * FACE:(column + 1) * FACE] = texels[y, x]
    return picture


def write_inputs(probenorm, work):
    """The files that cmgen and ProbeNorm read, by name and kind."""
    inputs = {}
    for name in ("sunset", "studio", "degree2"):
        panorama = inputs[name, "panorama"] = work / f"{name}.hdr"
        if name == "degree2":
            environment.write_radiance(panorama, environment.radiance(environment.directions()))
        else:
            run(probenorm, "resample", WORLD / f"{name}.exr", "--to", "equirect", "-o", panorama)
        inputs[name, "cubemap"] = work / f"{name}_cross.hdr"
        environment.write_radiance(inputs[name, "cubemap"], cross(read_hdr(panorama)))
    return inputs


def irradiance_of_sky(sky, normals):
    """Over pi. A pixel of a view of 90 degrees at (x, y, 1) has the solid angle (2 / SKY)^2 / |(x, y, 1)|^3."""
    directions = sky[:, :3] / numpy.linalg.norm(sky[:, :3], axis=1, keepdims=True)
    depth = numpy.abs(directions).max(axis=1)
    weighted = sky[:, 3:] * ((2 / SKY) ** 2 * depth ** 3 / numpy.pi)[:, None]
    return numpy.concatenate([numpy.clip(part @ directions.T, 0, None) @ weighted for part in numpy.array_split(normals, 30)])


def rounded(values):
    return [[float(f"{value:.5g}") for value in row] for row in values]


def show(probenorm, path, work):
    folder = work / path.stem
    run("cmgen", "--quiet", "--format=ktx", "--size=256", f"--deploy={folder}", path)
    given = json.loads(run(probenorm, "project", path, "--for", "filament", "--format", "json", "--device", "cpu"))["coefficients"]
    numpy.savetxt(work / "given.txt", given)
    output = work / "out.bin"
    run("xvfb-run", "-a", work / "render", folder / f"{path.stem}_ibl.ktx", folder / f"{path.stem}_skybox.ktx", work / "given.txt",
        work / "white.filamat", work / "position.filamat", output)
    values = numpy.fromfile(output, numpy.float32).astype(float)
    count = 6 * SPHERE * SPHERE * 6
    spheres, sky = values[:2 * count].reshape(2, 6, SPHERE, SPHERE, 6), values[2 * count:].reshape(-1, 6)
    pixels = spheres[:, :, 1::STEP, 1::STEP].reshape(2, -1, 6)
    pixels = pixels[:, numpy.abs(numpy.linalg.norm(pixels[0, :, :3], axis=1) - 1) < 1e-3]  # the others are beside the sphere
    normals = pixels[0, :, :3] / numpy.linalg.norm(pixels[0, :, :3], axis=1, keepdims=True)
    return rounded(normals), {"cmgen": rounded(pixels[0, :, 3:]), "probenorm": rounded(pixels[1, :, 3:]),
                              "sky": rounded(irradiance_of_sky(sky, normals))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--probenorm", type=pathlib.Path, required=True)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE / "files/filament.json")
    options = parser.parse_args()
    version = run("dpkg-query", "-W", "-f", "${Version}", "libfilament-dev")
    results = {"command": "tests/witness/filament.py", "program": f"Filament {version}, OpenGL under Xvfb", "maps": {}}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        build(work)
        for (name, kind), path in write_inputs(options.probenorm.resolve(), work).items():
            results["normals"], results["maps"][f"{name} {kind}"] = show(options.probenorm.resolve(), path, work)
            print(name, kind, flush=True)
    options.output.write_text(json.dumps(results, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
