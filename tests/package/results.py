"""Prints the SHA-256 of ten results of the module on the CPU, which are the same on every processor and system."""

import hashlib

import numpy as np
import probenorm

random = np.random.default_rng(32)


def radiance(*shape):
    """1/1024 to 1024. Made of integers alone: NumPy's own functions differ between processors."""
    return random.integers(1, 2**20, shape).astype(np.float32) / np.float32(1024)


faces, cubemap, sky = radiance(6, 33, 33, 3), radiance(6, 64, 64, 4), radiance(37, 74, 3)
sky[9, 20] = 90000  # a sun
coefficients = radiance(25, 3)


def show(name, array):
    print(hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest(), name, flush=True)


with probenorm.Context("cpu") as context:
    show("project_environment", context.project_environment(faces).coefficients)
    show("project_environment, half floats", context.project_environment(cubemap.astype(np.float16), bands=5).coefficients)
    show("project_environment, a map", context.project_environment(sky, bands=4).coefficients)
    show("normalize_cubemap", context.normalize_cubemap([cubemap]).mips[0])
    show("extract_lights", context.extract_lights(sky).residual_texels)
    show("to_convention", probenorm.to_convention(coefficients[:9], "unity-sha"))
    show("evaluate_irradiance", probenorm.evaluate_irradiance(coefficients, np.float32([[0, 1, 0], [0.6, 0, 0.8]])))
    blocks = context.encode_bc6h(sky)
    show("encode_bc6h", blocks)
    show("decode_bc6h", probenorm.decode_bc6h(blocks))
    show("prefilter_cubemap", context.prefilter_cubemap(cubemap, mip_count=3).mips[2])
