"""Files through the command line tool, against bytes written by hand; and the pictures of notebooks."""

import struct
import tempfile
import unittest
import zlib
from pathlib import Path

import numpy as np
import probenorm
from harmonics import WHITE, one_plus_y


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, name):
        return self.folder / name

    def test_a_radiance_file_by_hand(self):
        rgbe = bytes([128, 64, 32, 129]) * 8 + bytes([255, 0, 1, 136]) * 24
        self.path("a.hdr").write_bytes(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n" + rgbe)
        texels = probenorm.read(self.path("a.hdr"))
        self.assertEqual((texels.shape, texels.dtype), ((4, 8, 3), np.float32))
        self.assertTrue((texels[0] == [1, 0.5, 0.25]).all() and (texels[1:] == [255, 0, 1]).all())

    def test_maps_keep_their_bits(self):
        noise = np.random.default_rng(1).normal(size=(37, 74, 3)).astype(np.float32)
        for texels in (noise, np.ones((1, 2, 3), np.float32)):
            probenorm.write(self.path("map.exr"), texels)
            np.testing.assert_array_equal(probenorm.read(self.path("map.exr")), texels)

    def test_cubemaps_keep_their_bits_in_files_and_layouts(self):
        faces = np.random.default_rng(2).random((6, 8, 8, 4)).astype(np.float32)
        for name, options in (("a.ktx2", ["--texels", "rgba32f"]), ("a.dds", ["--texels", "rgba32f"]), ("cross.exr", ["--to", "hcross"])):
            probenorm.write(self.path(name), faces, *options)
            np.testing.assert_array_equal(probenorm.read(self.path(name)), faces[..., :3], name)

    def test_a_dds_file_by_hand(self):
        header = struct.pack("<4s7I44x", b"DDS ", 124, 0x1007, 4, 4, 0, 0, 1) + struct.pack("<2I4s5I", 32, 4, b"DX10", 0, 0, 0, 0, 0)
        header += struct.pack("<5I", 0x1008, 0xFE00, 0, 0, 0) + struct.pack("<5I", 2, 3, 4, 1, 0)
        faces = np.broadcast_to(np.arange(96, dtype=np.float32).reshape(6, 4, 4, 1), (6, 4, 4, 4)).copy()
        self.path("a.dds").write_bytes(header + faces.tobytes())
        np.testing.assert_array_equal(probenorm.read(self.path("a.dds")), faces[..., :3])
        probenorm.write(self.path("b.dds"), faces, "--texels", "rgba32f")
        self.assertEqual(self.path("b.dds").read_bytes()[148:], faces.tobytes())

    def test_errors_are_the_tools(self):
        self.path("text.exr").write_text("no picture")
        with self.assertRaisesRegex(OSError, "text.exr: "):
            probenorm.read(self.path("text.exr"))
        with self.assertRaisesRegex(OSError, "must end in"):
            probenorm.write(self.path("a.txt"), np.ones((2, 4, 3)))
        with self.assertRaisesRegex(ValueError, "must have the shape"):
            probenorm.write(self.path("a.dds"), np.ones((5, 4, 4, 3)))


def pixels(png):
    """Of an RGB picture without filters, with the checks that a reader makes."""
    chunks, place = {}, 8
    while place < len(png):
        size, kind = struct.unpack_from(">I4s", png, place)
        chunks[kind] = png[place + 8 : place + 8 + size]
        assert struct.unpack_from(">I", png, place + 8 + size)[0] == zlib.crc32(kind + chunks[kind])
        place += 12 + size
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height, *kind = struct.unpack(">2I5B", chunks[b"IHDR"])
    assert kind == [8, 2, 0, 0, 0]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


class Pictures(unittest.TestCase):
    def test_values_become_srgb(self):
        shown = pixels(probenorm.picture([[[0, 0.5, 1], [2, np.nan, 0.001], [-1, 0.25, np.inf]]]).png)
        np.testing.assert_array_equal(shown, [[[0, 188, 255], [255, 0, 3], [0, 137, 255]]])  # IEC 61966-2-1
        self.assertEqual(pixels(probenorm.picture(np.full((1, 1, 3), 0.25), exposure=1).png)[0, 0, 0], 188)

    def test_a_cubemap_is_a_cross(self):
        values = np.arange(1, 7) / 6
        cross = pixels(probenorm.picture(np.ones((6, 2, 2, 3)) * values.reshape(6, 1, 1, 1)).png)[::2, ::2, 0]
        order = [[0, 3, 0, 0], [2, 5, 1, 6], [0, 4, 0, 0]]  # docs/formats.md, section 2; 1 is +X
        ranks = np.searchsorted(np.unique(cross), cross)
        np.testing.assert_array_equal(ranks, order)

    def test_coefficients_are_radiance_beside_irradiance(self):
        shown = pixels(probenorm.picture(one_plus_y() / 4).png)
        self.assertEqual(shown.shape, (128, 512, 3))
        y = np.sin((0.5 - (np.arange(128) + 0.5) / 128) * np.pi)
        for column, expected in ((0, (1 + y) / 4), (255, (1 + y) / 4), (300, (1 + 2 / 3 * y) / 4)):  # 2/3: the cosine lobe's band 1
            srgb = np.where(expected <= 0.0031308, 12.92 * expected, 1.055 * expected ** (1 / 2.4) - 0.055) * 255
            np.testing.assert_allclose(shown[:, column, 0], srgb, atol=0.6)

    def test_plus_x_is_a_quarter_to_the_right(self):
        sh = np.zeros((4, 3), np.float32)
        sh[0], sh[3] = WHITE / 2, WHITE / 4  # row l (l + 1) + m: m = 1 is x
        shown = pixels(probenorm.picture(sh).png)[64, :256, 0]
        self.assertEqual(np.flatnonzero(shown == shown.max()).mean(), 191.5)

    def test_a_projection_shows_itself(self):
        with probenorm.Context("cpu") as context:
            projection = context.project_environment(np.full((6, 4, 4, 3), 0.5, np.float32))
        shown = pixels(projection._repr_png_())
        self.assertTrue((shown == 188).all())

    def test_other_shapes(self):
        with self.assertRaises(ValueError):
            probenorm.picture(np.ones((4, 4, 2)))


if __name__ == "__main__":
    unittest.main()
