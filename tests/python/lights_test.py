"""Lights: a sun of one texel is found where it is, and what is left is the sky."""

import unittest

import numpy as np
import probenorm
from harmonics import WHITE


class Lights(unittest.TestCase):
    def test_a_sun_of_one_texel(self):
        sky = np.ones((6, 16, 16, 3), np.float32)
        sky[4, 3, 12] = 1001, 501, 1  # face +Z, to the right of the middle and above it
        with probenorm.Context("cpu") as context:
            found = context.extract_lights(sky)
            none = context.extract_lights(sky, min_share=1000.0)
        (sun,) = found.lights
        u, v = 2 * 12.5 / 16 - 1, 2 * 3.5 / 16 - 1
        length = np.sqrt(1 + u * u + v * v)
        np.testing.assert_allclose(sun.direction, np.array([u, -v, 1]) / length, atol=1e-6)
        solid_angle = (2 / 16) ** 2 / length**3  # of the texel, to second order
        np.testing.assert_allclose(sun.irradiance, np.array([1000, 500, 0]) * solid_angle, rtol=0.01, atol=1e-6)
        np.testing.assert_allclose(found.residual[0], WHITE, rtol=1e-6)
        np.testing.assert_allclose(found.residual_texels, 1.0, atol=1e-6)
        self.assertEqual(none.lights, [])

    def test_many_are_as_each_alone(self):
        random = np.random.default_rng(3)
        skies = [random.uniform(0.5, 1.5, (6, size, size, 3)).astype(np.float32) for size in (8, 16, 9)]
        skies[1][4, 3, 12] = 1000.0
        with probenorm.Context("cpu") as context:
            alone = [context.extract_lights(sky) for sky in skies]
            many = context.extract_lights_of_each(skies, keep_texels=True)
            without = context.extract_lights_of_each(skies)
            plain = context.extract_lights(np.ones((8, 16, 3), np.float32))
        self.assertEqual([len(each.lights) for each in many], [0, 1, 0])
        for one, each, bare in zip(alone, many, without):
            self.assertEqual(one.lights, each.lights)
            np.testing.assert_array_equal(one.residual, each.residual)
            np.testing.assert_array_equal(one.residual, bare.residual)
            np.testing.assert_array_equal(one.residual_texels, each.residual_texels)
            self.assertEqual(bare.residual_texels.size, 0)
        self.assertEqual((plain.lights, plain.residual_texels.shape), ([], (8, 16, 4)))


if __name__ == "__main__":
    unittest.main()
