#!/usr/bin/python3
"""An environment of degree 2, which three bands hold whole, as a Radiance panorama of 256 x 128. usage: environment.py FILE.hdr"""

import math
import pathlib
import sys

import numpy

WIDTH, HEIGHT = 256, 128
# Squares of linear functions, positive and without any symmetry: axis, offset, colour. As in tests/engines/environment.mjs.
LOBES = [((0.48, 0.6, 0.64), 0.8, (3.0, 2.2, 1.2)), ((-0.8, 0.36, 0.48), 0.3, (0.2, 0.7, 1.6)),
         ((0.28, -0.96, 0.0), 0.2, (0.5, 0.3, 0.1))]


def radiance(directions):
    rgb = numpy.full((*directions.shape[:-1], 3), 0.1)
    for axis, offset, color in LOBES:
        rgb += ((directions @ numpy.array(axis) + offset) ** 2)[..., None] * numpy.array(color)
    return rgb


def irradiance_over_pi(normals):
    """The mean radiance of directions spread by the cosine around each normal: midpoint rule over the cosine."""
    rings, turns = 128, 8
    total = numpy.zeros_like(normals)
    helper = numpy.where(numpy.abs(normals[:, :1]) < 0.9, [[1.0, 0, 0]], [[0, 1.0, 0]])
    u = numpy.cross(normals, helper)
    u /= numpy.linalg.norm(u, axis=1, keepdims=True)
    v = numpy.cross(normals, u)
    for i in range(rings):
        cos = (i + 0.5) / rings
        sin = math.sqrt(1 - cos * cos)
        for k in range(turns):
            a = 2 * math.pi * (k + 0.5) / turns
            total += radiance(cos * normals + sin * (math.cos(a) * u + math.sin(a) * v)) * 2 * cos / (rings * turns)
    return total


def directions():
    """+Z in the middle, +X a quarter to the right: docs/formats.md, section 2."""
    phi = 2 * math.pi * ((numpy.arange(WIDTH) + 0.5) / WIDTH - 0.5)
    theta = math.pi * (numpy.arange(HEIGHT)[:, None] + 0.5) / HEIGHT
    sin = numpy.sin(theta)
    return numpy.stack([sin * numpy.sin(phi), numpy.cos(theta) + 0 * phi, sin * numpy.cos(phi)], axis=-1)


def write_radiance(path, rgb):
    """Scanlines packed channel by channel, without a single run."""
    exponent = numpy.floor(numpy.log2(rgb.max(-1))) + 1
    mantissas = numpy.minimum(255, numpy.round(rgb * 2.0 ** (8 - exponent)[..., None]))
    rgbe = numpy.concatenate([mantissas, exponent[..., None] + 128], axis=-1).astype(numpy.uint8)
    height, width, _ = rgb.shape
    data = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (height, width)
    for row in rgbe:
        data += bytes([2, 2, width >> 8, width & 255])
        for channel in row.T:
            for x in range(0, width, 128):
                part = channel[x:x + 128].tobytes()
                data += bytes([len(part)]) + part
    path.write_bytes(data)


if __name__ == "__main__":
    write_radiance(pathlib.Path(sys.argv[1]), radiance(directions()))
