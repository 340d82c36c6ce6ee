"""Lights whose coefficients are known."""

import math

import numpy as np

WHITE = 2.0 * math.sqrt(math.pi)  # L00 of radiance 1

# What the library promises for up to 3 bands (docs/testing.md), as a share of L00 of |radiance|. The same holds for the
# other rows of a white map, which are 0.
ACCURACY = 2e-6


def one_plus_y():
    """Coefficients of the radiance 1 + y."""
    sh = np.zeros((9, 3), np.float32)
    sh[0] = WHITE
    sh[1] = math.sqrt(4 * math.pi / 3)
    return sh


def random_directions(count, seed):
    d = np.random.default_rng(seed).normal(size=(count, 3))
    return d / np.linalg.norm(d, axis=1, keepdims=True)
