"""What Blender's Cycles showed (files/cycles_sphere.json) is what this build finds: orientation and scale of `project --for
blender`, and the sphere lit by the files of `probenorm lights`."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
sys.path.insert(0, str(ROOT / "tests/witness"))
import environment  # noqa: E402
import lights  # noqa: E402
import sphere  # noqa: E402
import truncation  # noqa: E402

WORLD = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
STORED = json.loads((ROOT / "tests/witness/files/cycles_sphere.json").read_text())["maps"]
LEAD = 3
SCALE = 0.005  # of the average over the six axes
LIGHTS = 0.02  # rms, of the mean
EEVEE = numpy.array([1, -1, 1, -1, 1, -1, 1, -1, 1])  # its basis has the other sign for odd m
CUBE = 128


def run(*arguments):
    program = os.environ["PN_PROGRAM"]
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def by_bands(path, normals):
    """E / pi of the coefficients that are written for Blender, and of five bands with the same turn and axes."""
    given = json.loads(run("project", path, "--for", "blender", "--format", "json", "--device", "cpu"))
    turn = ",".join(map(str, given["turned"]))
    five = json.loads(run("project", path, "--bands", 5, "--rotate", turn, "--axes", given["axes"], "--format", "json", "--device", "cpu"))
    three = numpy.array(given["coefficients"]) * EEVEE[:, None]
    return (truncation.irradiance_over_pi(three, normals),
            lambda matrix: truncation.irradiance_over_pi(five["coefficients"], normals @ matrix.T))


def rotated_to_map(normals):
    """Blender shows a map at u = 1/2 - atan2(y, x) / 2 pi, z up: as directions of the map, +Z in its middle."""
    x, y, z = normals.T
    return numpy.stack([-y, z, x], axis=1)


class Cycles(unittest.TestCase):
    def setUp(self):
        self.normals = sphere.normals()

    def test_orientation_and_truncation(self):
        for name in ("sunset", "studio"):
            with self.subTest(map=name):
                shown = numpy.array(STORED[f"{name}.exr"]["rgb"])
                three, five = by_bands(WORLD / f"{name}.exr", self.normals)
                errors = [sphere.rms(five(matrix), shown) for matrix in sphere.axis_maps()]
                print(f"{name}: three bands {100 * sphere.rms(three, shown):.2f} %, five {100 * errors[0]:.2f} %, "
                      f"the next best of 48 axis maps {100 * min(errors[1:]):.2f} %")
                self.assertLessEqual(LEAD * errors[0], min(errors[1:]))

    def test_scale(self):
        shown = numpy.array(STORED["degree2.hdr"]["rgb"])
        truth = environment.irradiance_over_pi(rotated_to_map(self.normals))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "degree2.hdr"
            environment.write_radiance(path, environment.radiance(environment.directions()))
            ours, _ = by_bands(path, self.normals)
        own, difference = (sphere.worst_of_axes(values, shown, truth, self.normals) for values in (truth, ours))
        print(f"degree 2, six axes: ours is {100 * difference:.2f} % of the average from Cycles, which is {100 * own:.2f} % from the sum")
        self.assertLessEqual(difference, SCALE)

    def test_lights(self):
        for name in ("sunset", "sunrise", "studio", "city"):
            with self.subTest(map=name), tempfile.TemporaryDirectory() as folder:
                cube = pathlib.Path(folder) / "cube.dds"
                run("resample", WORLD / f"{name}.exr", "-o", cube, "--size", CUBE, "--texels", "rgba32f")
                truth = lights.irradiance_of_texels(lights.read_cube(cube, CUBE), *lights.directions(CUBE), rotated_to_map(self.normals))
                stored = STORED[f"{name}.exr+{name}.gltf"]
                error = sphere.rms(numpy.array(stored["rgb"]), truth / math.pi)
                print(f"{name}: Cycles with {len(stored['written'])} lights and the residual: {100 * error:.2f} % from the texels' own")
                self.assertLessEqual(error, LIGHTS)
                written = json.loads(run("lights", WORLD / f"{name}.exr", "--format", "gltf"))["extensions"]["KHR_lights_punctual"]["lights"]
                # A hundred thousandth is far below what the picture shows, and above what another order of sums changes.
                numpy.testing.assert_allclose([light["intensity"] for light in written], stored["written"], rtol=1e-5)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
