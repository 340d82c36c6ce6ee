"""Projection: shapes, types and memory of arrays, and coefficients that mathematics gives."""

import tempfile
import unittest

import numpy as np
import probenorm
from harmonics import ACCURACY, WHITE


class Project(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = probenorm.Context("cpu")

    def assertWhite(self, projection, value=1.0):
        found = np.asarray(projection)
        expected = np.zeros(found.shape)
        expected[0] = WHITE * value
        np.testing.assert_allclose(found, expected, atol=ACCURACY * WHITE * value)

    def test_white_of_every_type_is_the_constant_harmonic(self):
        for texels in (
            np.ones((6, 5, 5, 3), np.float32),
            np.ones((6, 5, 5, 4), np.float32),
            np.ones((6, 5, 5, 3), np.float16),
            np.ones((6, 5, 5, 4), np.float16),
            np.full((6, 5, 5, 3), 255, np.uint8),
            np.full((6, 5, 5, 4), 255, np.uint8),
            np.ones((6, 5, 5, 3), np.float64),
            np.ones((6, 5, 5, 3), ">f4"),
        ):
            with self.subTest(type=texels.dtype, channels=texels.shape[-1]):
                self.assertWhite(self.context.project_environment(texels))

    def test_rows_that_are_4_gib_apart(self):
        # The library's pitches have 32 bits. The file has two pages of data, and takes no memory.
        with tempfile.TemporaryFile() as file:
            far = np.memmap(file, np.float32, "w+", shape=(2, (1 << 28) + 4, 4))[:, :4]
            self.assertGreater(far.strides[0], 1 << 32)
            far[0], far[1] = 1, 3
            found = np.asarray(self.context.project_environment(far))
            np.testing.assert_array_equal(found, np.asarray(self.context.project_environment(far.copy())))
            np.testing.assert_allclose(found[0], 2 * WHITE, rtol=ACCURACY)  # the mean of the halves above and below

    def test_packed_formats(self):
        shared_exponent = np.full((6, 3, 3), 256 | 256 << 9 | 256 << 18 | 16 << 27, np.uint32)  # 256 * 2^(16 - 24)
        # The exponent of 1, and no mantissa.
        small_floats = np.full((6, 3, 3), 0x3C0 | 0x3C0 << 11 | 0x1E0 << 22, np.uint32)
        self.assertWhite(self.context.project_environment(shared_exponent, format="rgb9e5"))
        self.assertWhite(self.context.project_environment(small_floats, format=probenorm.Format.R11G11B10F))
        a_map = np.asarray(self.context.project_environment(shared_exponent[0], format="rgb9e5"))
        np.testing.assert_allclose(a_map[0], WHITE, rtol=ACCURACY)
        for texels in (shared_exponent, np.ones((6, 4, 4), np.uint32)):  # a map of 6 x 3 texels, or a cubemap of 3 x 3
            with self.assertRaisesRegex(ValueError, "may be a map or a packed cubemap: name the format"):
                self.context.project_environment(texels)
        of_integers = np.asarray(self.context.project_environment(np.ones((6, 3, 3), np.int64)))  # no packed format has these
        np.testing.assert_allclose(of_integers[0], WHITE, rtol=ACCURACY)

    def test_srgb(self):
        texels = np.full((6, 2, 2, 3), 188, np.uint8)
        linear = ((188 / 255 + 0.055) / 1.055) ** 2.4  # IEC 61966-2-1
        self.assertWhite(self.context.project_environment(texels, srgb=True), linear)
        self.assertWhite(self.context.project_environment(texels), 188 / 255)

    def test_faces_and_maps_lie_as_documented(self):
        faces = np.zeros((6, 16, 16, 3), np.float32)
        for channel, face in enumerate((0, 3, 4)):  # +X in red, -Y in green, +Z in blue
            faces[face, ..., channel] = 1
        found = np.asarray(self.context.project_environment(faces))
        np.testing.assert_allclose(found[0], WHITE / 6, atol=ACCURACY * WHITE)
        np.testing.assert_array_equal(np.sign(found[1:4].round(4)), [[0, -1, 0], [0, 0, 1], [1, 0, 0]])
        height = 64
        image = np.zeros((height, 2 * height, 3), np.float32)
        image[: height // 2, :, 0] = image[:, height:, 1] = image[:, height // 2 : -height // 2, 2] = 1  # +Y, +X, +Z
        found = np.asarray(self.context.project_environment(image, bands=5))
        self.assertEqual(found.shape, (25, 3))
        np.testing.assert_allclose(found[0], WHITE / 2, atol=ACCURACY * WHITE)
        # A hemisphere's integral of y is pi. Harmonics are taken at texels' centres: of sin * cos over a quarter turn,
        # whose second derivative is at most 2 and whose integral is 1/2, the error is at most pi / 12 step^2 of it.
        expected = np.sqrt(3 * np.pi) / 2 * np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]])
        np.testing.assert_allclose(found[1:4], expected, rtol=(np.pi / height) ** 2 * np.pi / 12, atol=ACCURACY * WHITE)

    def test_memory_of_any_layout_gives_the_same_bits(self):
        large = np.random.default_rng(2).random((6, 12, 12, 4), np.float32)
        crop = large[:, 2:10, 3:11]
        expected = np.asarray(self.context.project_environment(np.ascontiguousarray(crop)))
        for name, view in (
            ("crop", crop),
            ("upside down twice", np.ascontiguousarray(crop[:, ::-1])[:, ::-1]),
            ("channels last in memory first", np.ascontiguousarray(crop.transpose(3, 0, 1, 2)).transpose(1, 2, 3, 0)),
            ("list of faces", [crop[face] for face in range(6)]),
            ("read only", np.frombuffer(np.ascontiguousarray(crop).tobytes(), np.float32).reshape(crop.shape)),
        ):
            with self.subTest(name):
                np.testing.assert_array_equal(self.context.project_environment(view), expected)

    def test_a_crop_is_read_in_place(self):
        large = np.ones((6, 12, 12, 4), np.float32)
        from probenorm._arrays import Texels

        self.assertEqual(Texels(large[:, 2:10, 3:11], "environment", None, False).array.ctypes.data, large[0, 2, 3].ctypes.data)

    def test_what_is_found_in_the_texels(self):
        texels = np.ones((6, 4, 4, 3), np.float32)
        texels[2, 1, 3, 0], texels[5, 0, 0, 1], texels[0, 0, 0, 2] = np.nan, -1, 9
        found = self.context.project_environment(texels, max_radiance=4)
        self.assertEqual((found.non_finite, found.negative, found.clamped), (1, 1, 1))
        self.assertEqual(found.bad_texel, (2, 3, 1))
        self.assertEqual(found.backend, probenorm.Backend.CPU)
        self.assertEqual(found.algorithm, probenorm.algorithm_version())
        self.assertTrue(found.is_reproducible)
        with self.assertRaisesRegex(probenorm.BadTexel, "face 2 at x 3, y 1"):
            self.context.project_environment(texels, bad_texels="error")
        black = self.context.project_environment(np.full((6, 4, 4, 3), -1, np.float32), negative="zero")
        self.assertFalse(np.asarray(black).any())

    def test_wrong_arrays(self):
        for shape in ((5, 4, 4, 3), (6, 4, 5, 3), (6, 4, 4, 2), (4, 3), (4, 8, 2), (0, 8, 3), (1, 6, 4, 4, 3)):
            with self.subTest(shape=shape), self.assertRaisesRegex(ValueError, r"\(6, n, n, 3 or 4\).*\(h, w, 3 or 4\)"):
                self.context.project_environment(np.ones(shape))
        for shape in ((5, 4, 4), (6, 4, 5), (4,), (6, 4, 4, 3)):
            with self.subTest(packed=shape), self.assertRaisesRegex(ValueError, "without channels for a packed format"):
                self.context.project_environment(np.ones(shape, np.uint32), format="rgb9e5")
        with self.assertRaisesRegex(probenorm.InvalidArgument, "bands"):
            self.context.project_environment(np.ones((6, 2, 2, 3)), bands=6)
        with self.assertRaisesRegex(ValueError, "RGBA16F"):
            self.context.project_environment(np.ones((6, 2, 2, 4), np.float16), format="rgba32f")


class Batch(unittest.TestCase):
    def setUp(self):
        self.context = probenorm.Context("cpu")
        self.addCleanup(self.context.close)

    def test_each_has_the_bits_that_it_has_alone(self):
        random = np.random.default_rng(3)
        cubemaps = [random.random((6, n, n, 3), np.float32) for n in (4, 4, 9, 1)]
        maps = [random.random((h, 2 * h, 4), np.float32) for h in (2, 5)]
        mixed = [maps[0], *cubemaps, maps[1]]
        for environments in (cubemaps, maps, mixed):
            alone = [np.asarray(self.context.project_environment(each)) for each in environments]
            for found, expected in zip(self.context.project_environments(environments), alone):
                np.testing.assert_array_equal(found, expected)
        self.assertEqual(self.context.project_environments([]), [])
        self.assertEqual(len(self.context.project_environments(np.ones((3, 6, 2, 2, 3), np.float32))), 3)

    def test_the_faces_of_a_cubemap_are_not_six_maps(self):
        cubemap = np.ones((6, 4, 4, 3), np.float32)
        for faces in (cubemap, list(cubemap)):
            with self.assertRaisesRegex(ValueError, "six maps or the faces of one cubemap"):
                self.context.project_environments(faces)
            with self.assertRaisesRegex(ValueError, "six maps or the faces of one cubemap"):
                self.context.extract_lights_of_each(faces)
            self.assertEqual(len(self.context.project_environments([faces])), 1)
        self.assertEqual(len(self.context.project_environments([cubemap] * 6)), 6)
        self.assertEqual(len(self.context.project_environments(np.ones((6, 4, 8, 3), np.float32))), 6)
        packed = np.zeros((6, 3, 3), np.uint32)
        with self.assertRaisesRegex(ValueError, "six maps or the faces of one cubemap"):
            self.context.project_environments(packed, format="rgb9e5")

    def test_progress_and_cancelling(self):
        cubemaps = np.ones((5, 6, 2, 2, 3), np.float32)
        calls = []
        self.context.project_environments(cubemaps, progress=lambda completed, total: calls.append((completed, total)))
        self.assertEqual(calls[-1], (5, 5))
        with self.assertRaises(probenorm.Cancelled) as caught:
            self.context.project_environments(cubemaps, progress=lambda completed, total: True)
        self.assertLess(len(caught.exception.completed), 5)

        def fail(completed, total):
            raise KeyError("ours")

        with self.assertRaisesRegex(KeyError, "ours"):
            self.context.project_environments(cubemaps, progress=fail)

    def test_what_was_finished_before_an_error(self):
        cubemaps = np.ones((3, 6, 2, 2, 3), np.float32)
        cubemaps[1, 0, 0, 0, 0] = np.inf
        with self.assertRaises(probenorm.BadTexel) as caught:
            self.context.project_environments(cubemaps, bad_texels="error")
        self.assertEqual(len(caught.exception.completed), 1)
        self.assertAlmostEqual(float(caught.exception.completed[0].coefficients[0, 0]), WHITE, places=4)


if __name__ == "__main__":
    unittest.main()
