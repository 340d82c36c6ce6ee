#!/usr/bin/env python3
"""Plants suns in real skies and counts what `probenorm lights` finds of them.

Usage: planted_suns.py PROBENORM MAP... [--count N] [--size N]

A background is a map without its lights, as a cubemap of N x N texels per face (64). A sun is a disc of 0.27 to 2 degrees
of radius in a random direction; a texel holds its average over 16 x 16 points. Two tables are printed:

1. N planted maps (50) whose automatic window is below 0.9: how many suns were found, and the window of the residual.
2. Suns by their share of the sky's irradiance, from 0.1 % to 5 %: which part of them was found.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import numpy

from lights import FACES, LUMINANCE, directions, read_cube

POINTS = 16  # per texel and axis


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def coverage(size, centre, radius):
    """The share of each texel that a disc covers, by points."""
    d, _ = directions(size)
    near = numpy.flatnonzero(d @ centre > math.cos(radius + 2.0 / size))
    result = numpy.zeros(6 * size * size)
    offset = (numpy.arange(POINTS) + 0.5) / POINTS
    for texel in near:
        face, y, x = texel // size**2, texel // size % size, texel % size
        s, t = numpy.meshgrid((x + offset) * 2 / size - 1, (y + offset) * 2 / size - 1)
        right, down, ahead = map(numpy.array, FACES[face])
        points = s[..., None] * right + t[..., None] * down + ahead
        points /= numpy.linalg.norm(points, axis=2, keepdims=True)
        result[texel] = (points @ centre > math.cos(radius)).mean()
    return result


class Sky:
    def __init__(self, program, path, size, folder):
        cube = folder / "cube.dds"
        run(program, "resample", path, "-o", cube, "--size", size, "--texels", "rgba32f")
        run(program, "lights", cube, "--residual", folder / "sky.dds", "--max-radius", 11, "--min-share", 0.001)
        self.program, self.size, self.folder = program, size, folder
        self.header = (folder / "sky.dds").read_bytes()[:148]
        self.texels = numpy.clip(read_cube(folder / "sky.dds", size), 0, None)
        self.d, self.angle = directions(size)
        self.irradiance = math.pi * self.texels.T @ self.angle @ LUMINANCE / (4 * math.pi)  # of the mean radiance

    def plant(self, random, share):
        """Writes the sky with a sun of that share of its irradiance, and returns the file and the sun's direction."""
        centre = random.normal(size=3)
        centre /= numpy.linalg.norm(centre)
        cover = coverage(self.size, centre, math.radians(random.uniform(0.27, 2)))
        light = share * self.irradiance / (cover * self.angle * (self.d @ centre)).sum()
        texels = numpy.ones((len(cover), 4), numpy.float32)
        texels[:, :3] = self.texels + (cover * light)[:, None]
        planted = self.folder / "planted.dds"
        planted.write_bytes(self.header + texels.tobytes())
        return planted, centre

    def finds(self, planted, centre):
        lights = json.loads(run(self.program, "lights", planted, "--residual", self.folder / "left.dds", "--min-share",
                                0.001, "--format", "json"))["lights"]
        reach = math.cos(1.5 / self.size + math.radians(0.05))  # three quarters of a texel
        return any(numpy.dot(light["direction"], centre) > reach for light in lights)

    def window(self, path):
        return json.loads(run(self.program, "project", path, "--window", "auto", "--format", "json"))["dering"]["width"]


def show_ringing(skies, random, count):
    before, after, found = [], [], 0
    while len(before) < count:
        sky = skies[len(before) % len(skies)]
        planted, centre = sky.plant(random, 10 ** random.uniform(0.3, 2))
        window = sky.window(planted)
        if window < 0.9:
            before.append(window)
            found += sky.finds(planted, centre)
            after.append(sky.window(sky.folder / "left.dds"))
    print(f"{count} maps with a window of {min(before):.3f} to {max(before):.3f}: {found} suns found, "
          f"{sum(w == 1 for w in after)} residuals with a window of 1 (least {min(after):.3f})\n", flush=True)


def show_faint(skies, random):
    print("| share of the sky's irradiance | suns found |\n|---|---|")
    for share in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05):
        tried = [sky.finds(*sky.plant(random, share)) for sky in skies for _ in range(5)]
        print(f"| {100 * share:g} % | {sum(tried)} of {len(tried)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("maps", nargs="+", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--size", type=int, default=64)
    options = parser.parse_args()
    random = numpy.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        skies = []
        for path in options.maps:
            own = pathlib.Path(folder) / path.stem
            own.mkdir()
            skies.append(Sky(options.program, path, options.size, own))
        show_ringing(skies, random, options.count)
        show_faint(skies, random)


if __name__ == "__main__":
    main()
