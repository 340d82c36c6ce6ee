"""Findings and fixing through Python: a planted texel, a turned face, and shapes."""

import unittest

import numpy as np

import probenorm


def smooth_cubemap(n=128):
    v, u = np.meshgrid(*[(2 * np.arange(n) + 1) / n - 1] * 2, indexing="ij")
    one = np.ones_like(u)
    faces = [(one, -v, -u), (-one, -v, u), (u, one, v), (u, -one, -v), (u, -v, one), (-u, -v, -one)]
    points = np.stack([np.stack(face, -1) for face in faces])
    x, y, z = np.moveaxis(points / np.linalg.norm(points, axis=-1, keepdims=True), -1, 0)
    value = 2 + x + 0.6 * y + 0.3 * z + 0.4 * np.sin(7 * x + 5 * y)
    return np.stack([value, value * (1 + 0.1 * z), value], -1).astype(np.float32)


class Check(unittest.TestCase):
    def setUp(self):
        self.context = probenorm.Context("cpu")
        self.addCleanup(self.context.close)
        self.cubemap = smooth_cubemap()

    def test_nothing_is_wrong(self):
        self.assertEqual(self.context.check_environment(self.cubemap), [])

    def test_a_firefly_is_found_and_fixed(self):
        planted = self.cubemap.copy()
        planted[3, 17, 16] = 900
        (finding,) = self.context.check_environment(planted)
        self.assertEqual((finding.kind, finding.name), (probenorm.FindingKind.FIREFLY, "firefly"))
        self.assertEqual((finding.face, finding.x, finding.y), (3, 16, 17))
        fixed = self.context.fix_environment(planted, probenorm.FixFlags.FIREFLIES)
        self.assertEqual((fixed.fixed, fixed.texel_count), (probenorm.FixFlags.FIREFLIES, 1))
        np.testing.assert_allclose(fixed.texels[..., :3], self.cubemap, rtol=0.2)

    def test_a_turned_face_is_found(self):
        planted = self.cubemap.copy()
        planted[2] = np.rot90(self.cubemap[2])  # counterclockwise
        (finding,) = self.context.check_environment(planted)
        self.assertEqual(finding.order[2], (2, 1))  # clockwise by a quarter
        fixed = self.context.fix_environment(planted, probenorm.FixFlags.FACES)
        self.assertTrue((fixed.texels[..., :3] == self.cubemap).all())

    def test_box_filtered_mips(self):
        mips = [self.cubemap]
        while mips[-1].shape[1] > 4:
            n = mips[-1].shape[1] // 2
            mips.append(mips[-1].reshape(6, n, 2, n, 2, 3).mean((2, 4)))
        self.assertIn("box-filtered-mips", [finding.name for finding in self.context.check_environment(mips)])
        self.assertEqual(self.context.check_environment(list(self.cubemap)), [])  # six faces are one cubemap

    def test_a_map_has_no_mips(self):
        with self.assertRaisesRegex(ValueError, "shape"):
            self.context.check_environment([np.ones((8, 16, 3)), np.ones((4, 8, 3))])
        with self.assertRaisesRegex(probenorm.InvalidArgument, "fixes"):
            self.context.fix_environment(self.cubemap, probenorm.FixFlags(0))

    def test_maps(self):
        image = np.ones((8, 16, 3), np.float32)
        image[6, 3] = np.nan
        (finding,) = [f for f in self.context.check_environment(image) if f.severity == probenorm.Severity.ERROR]
        self.assertEqual((finding.name, finding.face, finding.x, finding.y), ("non-finite", None, 3, 6))
        fixed = self.context.fix_environment(image, probenorm.FixFlags.NON_FINITE)
        self.assertTrue((fixed.texels == 1).all())


if __name__ == "__main__":
    unittest.main()
