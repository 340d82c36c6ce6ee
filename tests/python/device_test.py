"""Vulkan devices, where there are some: the CPU's bits. PN_EXPECT_DEVICE=1: one must be there."""

import os
import unittest

import numpy as np
import probenorm


class Devices(unittest.TestCase):
    def test_every_device_gives_the_bits_of_the_cpu(self):
        devices = [device for device in probenorm.devices() if device.is_supported]
        if os.environ.get("PN_EXPECT_DEVICE") == "1":
            self.assertTrue(devices)
        random = np.random.default_rng(1)
        cubemaps = [random.random((6, n, n, 4), np.float32).astype(kind) for n in (16, 33) for kind in ("f4", "f2")]
        image = random.random((32, 64, 3), np.float32)
        with probenorm.Context("cpu") as cpu:
            expected = cpu.project_environments([*cubemaps, image])
            divided = cpu.normalize_cubemap(cubemaps[0]).mips[0]
        for device in devices:
            self.assertTrue(device.name)
            with self.subTest(device.name), probenorm.Context("vulkan", device.index) as context:
                self.assertEqual(context.info().backend, probenorm.Backend.VULKAN)
                found = context.project_environments([*cubemaps, image])
                for one, other in zip(found, expected):
                    np.testing.assert_array_equal(one, other)
                    self.assertTrue(one.is_reproducible)
                    self.assertEqual(one.backend, probenorm.Backend.VULKAN)
                np.testing.assert_array_equal(context.normalize_cubemap(cubemaps[0]).mips[0], divided)


if __name__ == "__main__":
    unittest.main()
