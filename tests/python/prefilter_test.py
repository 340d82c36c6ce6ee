"""Prefiltered cubemaps: their texels, types and sizes, and the roughness of their mips."""

import math
import unittest

import numpy as np
import probenorm

TWO = 256 | 256 << 9 | 256 << 18 | 17 << 27  # of RGB9E5: 2 in each channel


def heights(size):
    """The y of the direction through each texel of a cubemap."""
    across = (np.arange(size) + 0.5) * 2 / size - 1
    u, v = np.meshgrid(across, across)
    lengths = np.sqrt(1 + u * u + v * v)
    return np.stack([-v, -v, np.ones_like(u), -np.ones_like(u), -v, -v]) / lengths


def solid_angles(size):
    """That of each texel of a face: differences of the integral from the face's centre to a corner."""
    edges = np.arange(size + 1) * 2 / size - 1
    x, y = np.meshgrid(edges, edges)
    return np.diff(np.diff(np.arctan2(x * y, np.sqrt(x * x + y * y + 1)), axis=0), axis=1)


def random_cubemap(size, kind, seed):
    return np.random.default_rng(seed).uniform(0, 4, (6, size, size, 3)).astype(kind)


class Prefiltering(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = probenorm.Context("cpu")

    def check_same(self, found, expected):
        self.assertEqual(found.roughness, expected.roughness)
        self.assertEqual([mip.dtype for mip in found.mips], [mip.dtype for mip in expected.mips])
        for mip, other in zip(found.mips, expected.mips):
            np.testing.assert_array_equal(mip, other)

    def test_one_colour_stays_to_the_bit(self):
        for texels, format, kind in (
            (np.full((6, 8, 8, 3), 0.3, np.float32), None, np.float32),
            (np.full((6, 8, 8, 4), 0.3, np.float32), None, np.float32),
            (np.full((6, 5, 5, 3), 0.3, np.float16), None, np.float16),
            (np.full((6, 8, 8, 4), 51, np.uint8), None, np.float16),  # 0.2
            (np.full((6, 8, 8), TWO, np.uint32), "rgb9e5", np.uint32),
        ):
            for lobe in probenorm.Lobe:
                with self.subTest(type=texels.dtype, shape=texels.shape, lobe=lobe):
                    found = self.context.prefilter_cubemap(texels, lobe=lobe, format=format)
                    sizes = [8, 4, 2, 1] if texels.shape[1] == 8 else [5, 2, 1]
                    channels = (4,) if texels.ndim == 4 else ()
                    self.assertEqual([mip.shape for mip in found.mips], [(6, n, n) + channels for n in sizes])
                    colour = np.float16(0.2) if texels.dtype == np.uint8 else texels[0, 0, 0].flat[0]
                    for mip in found.mips:
                        self.assertEqual(mip.dtype, kind)
                        np.testing.assert_array_equal(mip[..., :3], colour)
                        if channels:
                            np.testing.assert_array_equal(mip[..., 3], 1)
        self.assertEqual((found.backend, found.is_reproducible), (probenorm.Backend.CPU, True))

    def test_no_roughness_keeps_texels(self):
        for kind, rounding in ((np.float32, 2e-6), (np.float16, 2**-11)):
            texels = random_cubemap(8, kind, 1)
            np.testing.assert_array_equal(self.context.prefilter_cubemap(texels).mips[0][..., :3], texels)
            mean = np.einsum("fyxc,yx->fc", texels.astype(float), solid_angles(8)) / solid_angles(1)
            smaller = self.context.prefilter_cubemap(texels, base_size=1, roughness=[0])
            np.testing.assert_allclose(smaller.mips[0][:, 0, 0, :3], mean, rtol=rounding)

    def test_what_is_not_finite_is_replaced(self):
        texels = random_cubemap(4, np.float32, 6)
        texels[3, 2, 1] = np.nan, np.inf, -np.inf
        found = self.context.prefilter_cubemap(texels, mip_count=1).mips[0]
        np.testing.assert_array_equal(found[3, 2, 1], [0, 65504, -65504, 1])

    def test_the_cosine_lobe_gives_irradiance(self):
        texels = np.repeat(1 + heights(32)[..., None], 3, 3).astype(np.float32)
        found = self.context.prefilter_cubemap(texels, lobe="cosine", base_size=4, roughness=[0.5, 0.5, 0.5])
        for mip in found.mips:  # irradiance / pi of 1 + y is 1 + 2/3 y; texels of 1/32 give less than its square
            np.testing.assert_allclose(mip[..., 1], 1 + 2 / 3 * heights(mip.shape[1]), atol=32**-2)

    def test_many_are_those_of_single_calls(self):
        many = [random_cubemap(8, np.float32, 1), random_cubemap(5, np.float16, 2), random_cubemap(16, np.float32, 3)]
        arguments = {"mip_count": 3, "mapping": "babylon", "effort": "realtime", "max_radiance": 2}
        calls = []
        found = self.context.prefilter_cubemaps(many, progress=lambda *call: calls.append(call), **arguments)
        for one, cubemap in zip(found, many):
            self.check_same(one, self.context.prefilter_cubemap(cubemap, **arguments))
        baked = self.context.prefilter_cubemap(many[2], **{**arguments, "effort": "baked"})
        self.assertFalse(np.array_equal(baked.mips[1], found[2].mips[1]))
        self.assertEqual(len({tuple(one.roughness) for one in found}), 3)  # this mapping's depends on the size
        self.assertEqual(calls[-1], (3, 3))
        self.assertEqual(self.context.prefilter_cubemaps([]), [])
        with self.assertRaisesRegex(ValueError, "mip_count must be given"):
            self.context.prefilter_cubemaps(many)

    def test_cancelling_keeps_what_was_finished(self):
        cubemap = random_cubemap(8, np.float32, 4)
        with probenorm.Context("cpu", threads=1) as context:
            with self.assertRaises(probenorm.Cancelled) as caught:
                context.prefilter_cubemaps([cubemap] * 200, progress=lambda completed, total: completed > 0)
            completed = caught.exception.completed
            self.assertTrue(0 < len(completed) < 200, len(completed))
            self.check_same(completed[-1], context.prefilter_cubemap(cubemap))
            with self.assertRaises(ZeroDivisionError):
                context.prefilter_cubemaps([cubemap], progress=lambda completed, total: 1 / 0)
        self.assertIn("cancel", str(caught.exception))  # the message is that of this call

    def test_bad_arguments_are_refused_by_their_name(self):
        cubemap = random_cubemap(4, np.float32, 5)
        for error, words, arguments in (
            (probenorm.InvalidArgument, "mipCount", {"mip_count": 0}),
            (probenorm.InvalidArgument, "mipCount", {"mip_count": 10**9}),
            (probenorm.InvalidArgument, "baseSize", {"base_size": 5}),
            (probenorm.InvalidArgument, r"roughness\[1\]", {"roughness": [0, 1.5]}),
            (probenorm.InvalidArgument, "badTexels", {"bad_texels": "error"}),
            (ValueError, r"roughness must have the shape \(2,\)", {"roughness": [0, 0.5, 1], "mip_count": 2}),
            (ValueError, "'steep' is no RoughnessMapping; these are: linear", {"mapping": "steep"}),
            (ValueError, "Effort", {"effort": "max"}),
            (ValueError, "Lobe", {"lobe": 0}),
        ):
            with self.subTest(**arguments), self.assertRaisesRegex(error, words):
                self.context.prefilter_cubemap(cubemap, **arguments)
            with self.subTest("many", **arguments), self.assertRaisesRegex(error, words):
                self.context.prefilter_cubemaps([cubemap], **arguments)


class Dfg(unittest.TestCase):
    def test_a_smooth_surface_reflects_all_as_fresnel_says(self):
        table = probenorm.dfg_table(size=128)
        self.assertEqual((table.shape, table.dtype), ((128, 128, 3), np.float32))
        cosines = (np.arange(128) + 0.5) / 128
        np.testing.assert_allclose(table[0, 8:, 1], (1 - cosines[8:]) ** 5, atol=1e-3)
        np.testing.assert_allclose(table[0, 8:, :2].sum(-1), 1, atol=1e-3)
        other = probenorm.dfg_table("multiscatter", 128)
        np.testing.assert_array_equal(other[..., 0], table[..., 1])
        np.testing.assert_array_equal(other[..., 2], table[..., 2])
        for kind, size, word in (("scale_bias", 0, "size"), ("scale_bias", 1025, "size"), ("other", 4, "Dfg")):
            with self.assertRaisesRegex(ValueError, word):
                probenorm.dfg_table(kind, size)


class Roughness(unittest.TestCase):
    def test_mappings(self):
        unity = 1.7 / 1.4 - math.sqrt(2.89 / 1.96 - 2.8 / 1.96 / 6)
        for mapping, mip_count, base_size, mip, expected in (
            ("linear", 5, 1, 1, 0.25),
            (probenorm.RoughnessMapping.UNITY, 7, 128, 1, unity),
            ("unreal", 7, 1, 3, 2 ** (-1 / 1.2)),
            ("godot", 5, 1, 2, 0.25),
            ("filament", 5, 1, 3, 0.5),
            ("babylon", 8, 128, 3, math.sqrt(2 ** (3 / 0.8) / 128)),
        ):
            with self.subTest(mapping):
                found = probenorm.mip_roughness(mapping, mip_count, base_size)
                self.assertEqual(len(found), mip_count)
                self.assertAlmostEqual(found[mip], expected, delta=2**-24)
        for words, arguments in (("mipCount", ("unity", 16, 1)), ("baseSize", ("unity", 1, 0))):
            with self.assertRaisesRegex(probenorm.InvalidArgument, words):
                probenorm.mip_roughness(*arguments)


if __name__ == "__main__":
    unittest.main()
