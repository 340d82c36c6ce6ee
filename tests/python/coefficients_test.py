"""Using coefficients: evaluation, rotation, windows, minima, conventions. What the calls compute is proved in C++; here
every argument arrives, and every result comes back in its shape."""

import unittest

import numpy as np
import probenorm
from harmonics import WHITE, one_plus_y, random_directions

FLOAT = 2e-6  # values near 1, made in double and rounded to float once, of inputs that are floats themselves


def random_sh(seed, bands=3):
    return np.random.default_rng(seed).normal(size=(bands * bands, 3)).astype(np.float32)


class Evaluate(unittest.TestCase):
    def test_light_that_falls_from_above(self):
        along = [[0, 1, 0], [0, -1, 0], [1, 0, 0]]
        radiance, irradiance = (np.repeat(x, 3).reshape(3, 3) for x in ([2, 0, 1], [5 / 3, 1 / 3, 1]))
        np.testing.assert_allclose(probenorm.evaluate_radiance(one_plus_y(), along), radiance, atol=FLOAT)
        np.testing.assert_allclose(probenorm.evaluate_irradiance(one_plus_y(), along), irradiance, atol=FLOAT)

    def test_shapes(self):
        directions = random_directions(12, 3).reshape(3, 4, 3)
        self.assertEqual(probenorm.evaluate_radiance(one_plus_y(), directions).shape, (3, 4, 3))
        self.assertEqual(probenorm.evaluate_radiance(one_plus_y(), [0, 1, 0]).shape, (3,))
        self.assertEqual(probenorm.evaluate_radiance(one_plus_y(), np.empty((0, 3))).shape, (0, 3))
        with self.assertRaisesRegex(ValueError, r"\(\.\.\., 3\)"):
            probenorm.evaluate_radiance(one_plus_y(), [0, 1])
        with self.assertRaisesRegex(ValueError, "bands"):
            probenorm.evaluate_radiance(np.zeros((8, 3)), [0, 1, 0])
        with self.assertRaisesRegex(probenorm.InvalidArgument, "length 1"):
            probenorm.evaluate_radiance(one_plus_y(), [0, 2, 0])


class Change(unittest.TestCase):
    def test_a_quarter_turn_is_exact(self):
        y_to_z = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
        expected = np.zeros((9, 3), np.float32)
        expected[0], expected[2] = one_plus_y()[0], one_plus_y()[1]
        np.testing.assert_array_equal(probenorm.rotate(one_plus_y(), y_to_z), expected)
        with self.assertRaisesRegex(ValueError, r"\(3, 3\)"):
            probenorm.rotate(one_plus_y(), np.eye(4))
        with self.assertRaisesRegex(probenorm.InvalidArgument, "orthogonal"):
            probenorm.rotate(one_plus_y(), 2 * np.eye(3))

    def test_windows(self):
        l = np.repeat([0, 1, 2], [1, 3, 5])[:, None]
        sh = random_sh(5)
        for kind, width, weight in (
            ("hann", 4, (1 + np.cos(np.pi * l / 4)) / 2),
            (probenorm.Window.SINC4, 3, np.sinc(l / 3) ** 4),
        ):
            with self.subTest(kind):
                np.testing.assert_allclose(probenorm.window(sh, kind, width), sh * weight, atol=FLOAT)
        with self.assertRaisesRegex(ValueError, "hann, lanczos"):
            probenorm.window(sh, "box", 3)

    def test_the_minimum(self):
        np.testing.assert_allclose(probenorm.find_irradiance_minimum(one_plus_y()), 1 / 3, atol=1e-5 * WHITE)

    def test_dering(self):
        found = probenorm.dering(one_plus_y(), 0.5)  # 1 - 2/3 w = 1/2 at w = 3/4, which is a multiple of 1/1024
        self.assertAlmostEqual(found.width, 0.75, delta=1 / 1024)
        self.assertAlmostEqual(found.minimum_before, 1 / 3, places=5)
        self.assertGreaterEqual(found.minimum_after, 0.5 - FLOAT)
        self.assertAlmostEqual(found.energy_kept, found.width**2, places=5)
        np.testing.assert_allclose(np.asarray(found)[1], found.width * one_plus_y()[1], rtol=FLOAT)
        self.assertEqual(probenorm.dering(one_plus_y()).width, 1)


class Conventions(unittest.TestCase):
    def test_every_convention_and_axes_come_back(self):
        for bands in (3, 5):
            sh = random_sh(6, bands)
            for convention in probenorm.Convention:
                count = probenorm.convention_float_count(convention, bands)
                for axes in probenorm.Axes if count else ():
                    with self.subTest(convention=convention, axes=axes, bands=bands):
                        floats = probenorm.to_convention(sh, convention, axes)
                        self.assertEqual(floats.shape, (count,))
                        back = probenorm.from_convention(floats, convention, bands, axes)
                        np.testing.assert_allclose(back, sh, atol=4 * FLOAT)

    def test_canonical_floats_are_the_rows(self):
        np.testing.assert_array_equal(probenorm.to_convention(random_sh(7), "canonical"), random_sh(7).ravel())

    def test_names_are_those_of_the_enumerations(self):
        for kind, names in (
            (probenorm.Convention, probenorm.convention_names()),
            (probenorm.Axes, probenorm.axes_names()),
            (probenorm.Preset, probenorm.preset_names()),
        ):
            self.assertEqual([name.upper().replace("-", "_") for name in names], list(kind.__members__))

    def test_wrong_counts(self):
        with self.assertRaisesRegex(probenorm.Error, "floatCount must be 27") as caught:
            probenorm.from_convention(np.zeros(20), "unity")
        self.assertEqual(caught.exception.result, probenorm.Result.ERROR_BUFFER_TOO_SMALL)
        with self.assertRaisesRegex(probenorm.InvalidArgument, "holds 3 bands"):
            probenorm.to_convention(random_sh(9, 5), "unity")


if __name__ == "__main__":
    unittest.main()
