"""The views of a sphere that witnesses render, and the normals of their pixels; the sum over all texels that lights it; and
the 48 ways to permute and mirror axes."""

import itertools
import math

import numpy

SIZE = 16
RADIUS = 0.95
# Toward the viewer, up, right: seen from all six sides, so that every normal occurs.
VIEWS = [((1, 0, 0), (0, 0, 1), (0, 1, 0)), ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
         ((0, 1, 0), (0, 0, 1), (-1, 0, 0)), ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
         ((0, 0, 1), (0, 1, 0), (1, 0, 0)), ((0, 0, -1), (0, 1, 0), (-1, 0, 0))]


def offsets(y, x):
    return (2 * x + 1) / SIZE - 1, 1 - (2 * y + 1) / SIZE


def pixels():
    """Row and column of each pixel whose normal is within 53 degrees of the view."""
    return [(y, x) for y in range(SIZE) for x in range(SIZE)
            if sum((v / RADIUS) ** 2 for v in offsets(y, x)) <= 0.64]


def normals():
    """Of all views' pixels, in the order of VIEWS and pixels()."""
    every = []
    for toward, up, right in VIEWS:
        for y, x in pixels():
            a, b = (v / RADIUS for v in offsets(y, x))
            every.append(a * numpy.array(right) + b * numpy.array(up) + math.sqrt(1 - a * a - b * b) * numpy.array(toward))
    return numpy.array(every)


def axis_maps():
    """48 matrices, the identity first."""
    return [numpy.eye(3)[list(order)] * numpy.array(signs)[:, None]
            for order in itertools.permutations(range(3)) for signs in itertools.product((1, -1), repeat=3)]


def rms(found, expected):
    """Over normals and channels, as a share of the mean."""
    return math.sqrt(((found - expected) ** 2).mean()) / expected.mean()


def worst_of_axes(found, expected, truth, normals):
    """The largest difference at the normals nearest to the six axes, as a share of the truth's average there."""
    near = [int(numpy.argmax(normals @ (sign * axis))) for axis in numpy.eye(3) for sign in (1, -1)]
    return numpy.abs(found[near] - expected[near]).max() / truth[near].mean()
