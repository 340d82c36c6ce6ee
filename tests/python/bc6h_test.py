"""Blocks of BC6H: shapes, signs, and their accuracy on a gradient."""

import unittest

import numpy as np

import probenorm


class Bc6h(unittest.TestCase):
    def setUp(self):
        self.context = probenorm.Context("cpu")
        self.addCleanup(self.context.close)

    def test_a_gradient_comes_back(self):
        y, x = np.mgrid[0:10, 0:7]
        image = np.stack([2.0 ** ((x + y) / 16), 1 + (x + y) / 32, 2.0 ** ((x + y) / 24)], -1).astype(np.float32)
        blocks = self.context.encode_bc6h(image, effort="high")
        self.assertEqual((blocks.shape, blocks.dtype), ((3, 2, 16), np.uint8))
        found = probenorm.decode_bc6h(blocks)
        self.assertEqual((found.shape, found.dtype), ((3, 2, 4, 4, 4), np.float16))
        texels = found.swapaxes(1, 2).reshape(12, 8, 4)
        np.testing.assert_allclose(texels[:10, :7, :3], image, rtol=0.02)  # lines of 3 or 4 bits are no finer
        self.assertTrue((texels[..., 3] == 1).all())

    def test_signs_are_kept_where_asked(self):
        image = np.full((4, 4, 3), -1.5, np.float16)
        kept = probenorm.decode_bc6h(self.context.encode_bc6h(image, effort="low", signed=True), signed=True)
        self.assertTrue((kept[..., :3] == -1.5).all())
        self.assertTrue((probenorm.decode_bc6h(self.context.encode_bc6h(image))[..., :3] == 0).all())

    def test_wrong_shapes_are_refused(self):
        with self.assertRaisesRegex(ValueError, "blocks must have the shape"):
            probenorm.decode_bc6h(np.zeros((3, 15), np.uint8))
        with self.assertRaisesRegex(ValueError, "a picture must have the shape"):
            self.context.encode_bc6h(np.ones((6, 4, 4, 3)))


if __name__ == "__main__":
    unittest.main()
