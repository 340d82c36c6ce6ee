#!/usr/bin/env python3
"""How well do coefficients light a white sphere, with and without the lights that `probenorm lights` finds?

Usage: lights.py PROBENORM MAP... [--size N]

Each map becomes a cubemap of N x N texels per face (256). The sphere's irradiance is summed over all texels with numpy,
which is the truth; so are the coefficients of three bands. Nothing but the lights and the residual's texels comes from
the program. Prints a row per map: the lights, and the rms of the error over 1000 normals as a share of the mean irradiance,
of luminance: of coefficients alone, and of lights and the residual's coefficients.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import numpy

import truncation

LUMINANCE = numpy.array([0.2126, 0.7152, 0.0722])
NORMALS = 1000
# Of +X -X +Y -Y +Z -Z: what a texel's s (right), t (down) and 1 stand for, as DDS lays faces out.
FACES = [((0, 0, -1), (0, -1, 0), (1, 0, 0)), ((0, 0, 1), (0, -1, 0), (-1, 0, 0)),
         ((1, 0, 0), (0, 0, 1), (0, 1, 0)), ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
         ((1, 0, 0), (0, -1, 0), (0, 0, 1)), ((-1, 0, 0), (0, -1, 0), (0, 0, -1))]


def read_cube(path, size):
    """Texels of a .dds cubemap of RGBA32F, six faces of size x size, as rows of r g b."""
    texels = numpy.frombuffer(path.read_bytes()[148:], numpy.float32)
    return texels.reshape(6 * size * size, 4)[:, :3].astype(float)


def directions(size):
    """Unit directions and solid angles of all texels."""
    centre = (numpy.arange(size) + 0.5) * 2 / size - 1
    s, t = numpy.meshgrid(centre, centre)
    edge = numpy.arange(size + 1) * 2 / size - 1
    x, y = numpy.meshgrid(edge, edge)
    corner = numpy.arctan2(x * y, numpy.sqrt(x * x + y * y + 1))
    angle = corner[1:, 1:] - corner[:-1, 1:] - corner[1:, :-1] + corner[:-1, :-1]
    every = []
    for right, down, ahead in FACES:
        d = s[..., None] * numpy.array(right) + t[..., None] * numpy.array(down) + numpy.array(ahead)
        every.append((d / numpy.linalg.norm(d, axis=2, keepdims=True)).reshape(-1, 3))
    return numpy.concatenate(every), numpy.tile(angle.reshape(-1), 6)


def irradiance_of_bands(texels, d, angle, normals):
    coefficients = (truncation.harmonics(d)[:, :9] * angle[:, None]).T @ texels
    return math.pi * truncation.irradiance_over_pi(coefficients, normals)


def irradiance_of_texels(texels, d, angle, normals):
    weighted = texels * angle[:, None]
    return numpy.concatenate([numpy.clip(part @ d.T, 0, None) @ weighted for part in numpy.array_split(normals, 50)])


def irradiance_of_lights(lights, normals):
    total = numpy.zeros((len(normals), 3))
    for light in lights:
        facing = numpy.clip(normals @ numpy.array(light["direction"]), 0, None)
        total += facing[:, None] * numpy.array(light["irradiance"])
    return total


def measure(program, path, size, folder):
    def run(*arguments):
        return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    cube, residual = folder / "cube.dds", folder / "residual.dds"
    run("resample", path, "-o", cube, "--size", size, "--texels", "rgba32f")
    lights = json.loads(run("lights", cube, "--residual", residual, "--format", "json"))["lights"]
    (d, angle), normals = directions(size), truncation.normals(NORMALS)
    texels, left = read_cube(cube, size), read_cube(residual, size)
    truth = irradiance_of_texels(texels, d, angle, normals) @ LUMINANCE
    alone = irradiance_of_bands(texels, d, angle, normals) @ LUMINANCE
    both = (irradiance_of_bands(left, d, angle, normals) + irradiance_of_lights(lights, normals)) @ LUMINANCE
    mean = truth.mean()
    rms = [math.sqrt(((found - truth) ** 2).mean()) / mean for found in (alone, both)]
    return len(lights), rms


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("maps", nargs="+", type=pathlib.Path)
    parser.add_argument("--size", type=int, default=256)
    options = parser.parse_args()
    print("| map | lights | coefficients alone | lights and residual |\n|---|---|---|---|")
    for path in options.maps:
        with tempfile.TemporaryDirectory() as folder:
            count, rms = measure(options.program, path, options.size, pathlib.Path(folder))
        print(f"| `{path.stem}` | {count} | {100 * rms[0]:.2f} % | {100 * rms[1]:.2f} % |", flush=True)


if __name__ == "__main__":
    main()
