"""Normalization: cubemaps divided by their own light, presets, and the factor per surface."""

import dataclasses
import unittest

import numpy as np
import probenorm
from harmonics import WHITE, one_plus_y, random_directions

PROMISE = 1e-6  # of a divided texel (docs/testing.md), for a light that is exact; half float adds 2^-11
LIGHT = 2e-6  # of the projected light


def factor(probe, local, reflections, normals=None, lookups=None, **more):
    more.update(lookups=lookups, is_factor=True)
    return probenorm.evaluate_reflection(None, reflections, normals, probe, local, **more)


class Cubemaps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = probenorm.Context("cpu")

    def test_a_uniform_cubemap_becomes_white(self):
        for texels, kind, tolerance in (
            (np.full((6, 4, 4, 3), 3, np.float32), np.float32, PROMISE + LIGHT),
            (np.full((6, 4, 4, 4), 3, np.float32), np.float32, PROMISE + LIGHT),
            (np.full((6, 4, 4, 3), 3, np.float16), np.float16, 2**-11),
            (np.full((6, 4, 4, 3), 51, np.uint8), np.float16, 2**-11),
        ):
            with self.subTest(type=texels.dtype, channels=texels.shape[-1]):
                found = self.context.normalize_cubemap(texels)
                self.assertEqual((found.mips[0].dtype, found.mips[0].shape), (kind, texels.shape))
                np.testing.assert_allclose(found.mips[0][..., :3], 1, atol=tolerance)
        self.assertAlmostEqual(found.average, 0.2, places=6)
        self.assertEqual(found.width, 1)
        self.assertTrue(found.is_reproducible)

    def test_a_packed_cubemap(self):
        texels = np.full((6, 2, 2), 256 | 256 << 9 | 256 << 18 | 17 << 27, np.uint32)  # 2 in each channel
        found = self.context.normalize_cubemap(texels, format="rgb9e5").mips[0]
        np.testing.assert_array_equal(found, 256 | 256 << 9 | 256 << 18 | 16 << 27)  # 1 in each channel

    def test_given_light_divides(self):
        light = np.zeros((9, 3), np.float32)
        light[0] = 2 * WHITE
        found = self.context.normalize_cubemap(np.full((6, 4, 4, 3), 3, np.float32), light=light)
        np.testing.assert_allclose(found.mips[0], 1.5, rtol=2 * PROMISE)
        np.testing.assert_array_equal(found.light, light)
        self.assertIsNone(found.projection)

    def test_mips(self):
        mips = [np.full((6, n, n, 3), n, np.float32) for n in (4, 2, 1)]
        found = self.context.normalize_cubemap(mips, "blackops")
        for mip, n in zip(found.mips, (4, 2, 1)):
            np.testing.assert_allclose(mip, n / 4, rtol=PROMISE + LIGHT)  # by the light of the first mip
        with self.assertRaisesRegex(probenorm.InvalidArgument, "half"):
            self.context.normalize_cubemap([mips[0], mips[2]])

    def test_made_mips(self):
        faces = np.arange(6 * 8 * 8 * 3, dtype=np.float16).reshape(6, 8, 8, 3) % 7 + 1
        for texels, kind in ((faces, np.float16), (faces.astype(np.float32), np.float32)):
            found = self.context.normalize_cubemaps([texels, np.full((6, 5, 5, 3), 3, kind)], "blackops", make_mips=True)
            self.assertEqual([mip.shape for mip in found[0].mips], [(6, n, n, 3) for n in (8, 4, 2, 1)])
            np.testing.assert_array_equal(found[0].mips[0], self.context.normalize_cubemap(texels, "blackops").mips[0])
            # The four texels of a face are alike in solid angle, so the last mip is their plain mean.
            np.testing.assert_allclose(found[0].mips[3][:, 0, 0], found[0].mips[2].mean((1, 2)), rtol=2**-10)
            self.assertEqual([mip.dtype for mip in found[1].mips], [kind] * 3)
            for mip in found[1].mips:
                np.testing.assert_array_equal(mip, found[1].mips[0][0, 0, 0, 0])

    def test_bad_texels(self):
        texels = np.ones((6, 2, 2, 3), np.float32)
        texels[3, 1, 0] = np.nan
        self.assertEqual(self.context.normalize_cubemap(texels).projection.bad_texel, (3, 0, 1))
        with self.assertRaises(probenorm.BadTexel):
            self.context.normalize_cubemap(texels, bad_texels="error")


class Factors(unittest.TestCase):
    def test_bounds_and_weight(self):
        # blackops: the quotient of the averages, without bounds or fade
        along = [[0, 1, 0], [1, 0, 0]]
        bounded = dataclasses.replace(probenorm.get_preset("blackops"), high=3, weight=0.5)
        for normalization, expected in (("blackops", 5), (bounded, 2)):  # 1 + 0.5 (3 - 1)
            found = factor(one_plus_y(), 5 * one_plus_y(), along, normalization=normalization)
            np.testing.assert_allclose(found, np.full((2, 3), expected), rtol=2e-6)

    def test_roughness_fades(self):
        # unreal: smoothstep of the roughness from 0.1 to 0.3, of irradiance along the normal over the average
        sides, roughness = np.array([[1, 0, 0]] * 3), [0.1, 0.2, 0.3]
        found = factor(one_plus_y(), 3 * one_plus_y(), sides, sides, roughness=roughness, normalization="unreal")
        np.testing.assert_allclose(found[:, 0], [1, 2, 3], rtol=2e-6)

    def test_reflections_are_radiance_times_the_factor(self):
        along, normals = random_directions(8, 4), random_directions(8, 5)
        factors = factor(one_plus_y(), 0.5 * one_plus_y(), along, normals, roughness=0.4, normalization="classic")
        found = probenorm.evaluate_reflection(
            [3, 2, 1], along, normals, one_plus_y(), 0.5 * one_plus_y(), lookups=None, roughness=0.4,
            normalization="classic"
        )
        np.testing.assert_allclose(found, factors * [3, 2, 1], rtol=1e-6)

    def test_reflections_of_lightmaps_and_divided_cubemaps(self):
        along = [[0, 1, 0]]
        whole = probenorm.evaluate_reflection([1, 1, 1], along, along, one_plus_y(), lookups=None, local_along_normals=[2, 3, 4])
        both = probenorm.evaluate_reflection(
            [1, 1, 1], along, along, one_plus_y(), lookups=along, local_along_normals=[2, 3, 4],
            local_along_reflections=[2, 3, 4]
        )
        np.testing.assert_allclose(whole, both, rtol=1e-6)  # N and R are the same here
        light = probenorm.evaluate_irradiance(one_plus_y(), along)
        divided = probenorm.evaluate_reflection(
            1 / light, along, along, one_plus_y(), lookups=None, local_along_normals=[2, 3, 4], is_divided=True
        )
        np.testing.assert_allclose(divided, whole, rtol=1e-5)
        with self.assertRaisesRegex(probenorm.InvalidArgument, "localAlongNormals"):
            probenorm.evaluate_reflection([1, 1, 1], along, along, one_plus_y(), lookups=along)

    def test_a_last_mip_is_enough(self):
        along, grey = random_directions(8, 4), np.zeros((1, 3)) + 2 * np.sqrt(4 * np.pi)  # coefficients of the radiance 2
        known = {"lookups": along, "roughness": 0.4}
        for wanted in ({}, {"is_factor": True}):
            np.testing.assert_allclose(
                probenorm.evaluate_reflection([3, 2, 1], along, None, None, one_plus_y(), probe_luminances=2, **known, **wanted),
                probenorm.evaluate_reflection([3, 2, 1], along, None, grey, one_plus_y(), **known, **wanted), rtol=1e-6)
        self.assertTrue(probenorm.preset_info("unreal").needs_coefficients)
        self.assertFalse(probenorm.preset_info("probenorm").needs_coefficients)
        with self.assertRaisesRegex(probenorm.Error, "needs the probe's coefficients"):
            probenorm.evaluate_reflection(
                [3, 2, 1], along, along, None, one_plus_y(), probe_luminances=2, **known, normalization="unreal")
        with self.assertRaisesRegex(probenorm.InvalidArgument, "surfaces.lookups"):
            probenorm.evaluate_reflection([3, 2, 1], along, None, grey, one_plus_y(), lookups=None)

    def test_one_channel_is_the_luminance(self):
        cube = np.random.default_rng(9).uniform(0.1, 4, (6, 3, 3, 3)).astype(np.float32)
        found = probenorm.pack_luminance(cube)
        self.assertEqual((found.shape, found.dtype), ((6, 3, 3), np.float16))
        np.testing.assert_allclose(found, cube @ [0.2126, 0.7152, 0.0722], rtol=2**-11)

    def test_shapes_and_what_is_missing(self):
        along = random_directions(6, 2).reshape(2, 3, 3)
        self.assertEqual(factor(one_plus_y(), one_plus_y(), along, lookups=along, roughness=0.5).shape, (2, 3, 3))
        with self.assertRaisesRegex(probenorm.InvalidArgument, "normals"):
            factor(one_plus_y(), one_plus_y(), along, normalization="unreal")
        with self.assertRaisesRegex(ValueError, "probe must have the shape"):
            factor(np.zeros(9), one_plus_y(), along)

    def test_presets(self):
        for preset in probenorm.Preset:
            found = probenorm.get_preset(probenorm.preset_name(preset))
            self.assertEqual(found.preset, preset)
            self.assertEqual(found, probenorm.get_preset(preset))
            self.assertGreater(found.bands, 0)
            self.assertEqual(found.version, probenorm.preset_info(preset).version)
        self.assertEqual(probenorm.get_preset("probenorm").version, 4)
        self.assertEqual(probenorm.get_preset("probenorm").mapping, probenorm.RoughnessMapping.LINEAR)
        self.assertFalse(probenorm.preset_info("hdrp").can_divide)
        with self.assertRaisesRegex(probenorm.InvalidArgument, "preset"):
            probenorm.get_preset("none")
        with self.assertRaises(ValueError):
            probenorm.preset_name(99)


if __name__ == "__main__":
    unittest.main()
