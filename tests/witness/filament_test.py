"""What Filament showed (files/filament.json) is what `project --for filament` finds: orientation and scale, for panoramas and
cubemaps, of the sphere that its own coefficients light and of its skybox."""

import json
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
import filament  # noqa: E402
import sphere  # noqa: E402
import truncation  # noqa: E402

STORED = json.loads((ROOT / "tests/witness/files/filament.json").read_text())
LEAD = 3
SCALE = 0.005  # of the average over the six axes
SHOWN = 0.003  # rms: what Filament makes of our coefficients; its sphere is of triangles
# Filament's irradiance(n): the polynomials of docs/math.md, section 3, without their constants.
POLYNOMIALS = [lambda x, y, z: 1 + 0 * x, lambda x, y, z: y, lambda x, y, z: z, lambda x, y, z: x, lambda x, y, z: x * y,
               lambda x, y, z: y * z, lambda x, y, z: 3 * z * z - 1, lambda x, y, z: z * x, lambda x, y, z: x * x - y * y]


def run(*arguments):
    program = os.environ["PN_PROGRAM"]
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def as_filament(coefficients, normals):
    return numpy.stack([polynomial(*normals.T) for polynomial in POLYNOMIALS], axis=1) @ numpy.array(coefficients)


def five_bands(path, given, normals):
    five = json.loads(run("project", path, "--bands", 5, "--axes", given["axes"], "--format", "json", "--device", "cpu"))
    return truncation.irradiance_over_pi(five["coefficients"], normals)


class Filament(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.inputs = filament.write_inputs(os.environ["PN_PROGRAM"], pathlib.Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, name, kind):
        path, stored = self.inputs[name, kind], STORED["maps"][f"{name} {kind}"]
        normals = numpy.array(STORED["normals"])
        cmgen, lit, sky = (numpy.array(stored[key]) for key in ("cmgen", "probenorm", "sky"))
        given = json.loads(run("project", path, "--for", "filament", "--format", "json", "--device", "cpu"))
        three = as_filament(given["coefficients"], normals)
        five = [five_bands(path, given, normals @ matrix.T) for matrix in sphere.axis_maps()]
        every = [sphere.rms(values, sky) for values in five]
        print(f"{name}, {kind}, against the skybox's light: three bands {sphere.rms(three, sky):.2%}, five {every[0]:.2%}, "
              f"the next best of 48 axis maps {min(every[1:]):.2%}; cmgen's own three {sphere.rms(cmgen, sky):.2%}")
        self.assertLessEqual(LEAD * every[0], min(every[1:]))
        self.assertLessEqual(sphere.rms(three, lit), SHOWN)
        return normals, {"ours": three, "ours in Filament": lit, "cmgen's in Filament": cmgen, "Filament's skybox": sky}

    def test_orientation(self):
        for name in ("sunset", "studio"):
            for kind in ("panorama", "cubemap"):
                with self.subTest(map=name, kind=kind):
                    self.check(name, kind)

    def test_scale(self):
        for kind in ("panorama", "cubemap"):
            with self.subTest(kind=kind):
                normals, every = self.check("degree2", kind)
                truth = environment.irradiance_over_pi(normals * [-1, 1, 1])  # cmgen mirrors x
                errors = {name: sphere.worst_of_axes(values, truth, truth, normals) for name, values in every.items()}
                print("  six axes, of their average, from the sum over the hemisphere: "
                      + ", ".join(f"{name} {error:.2%}" for name, error in errors.items()))
                self.assertLessEqual(errors["ours"], SCALE)
                self.assertLessEqual(errors["ours in Filament"], SCALE)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
