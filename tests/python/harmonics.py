"""What the tests expect, written out on its own: harmonics, and exact integrals over faces of a cube."""

import math

import numpy as np

WHITE = 2.0 * math.sqrt(math.pi)  # L00 of radiance 1

# What the library promises for up to 3 bands (docs/testing.md), as a share of L00 of |radiance|. The same holds for the
# other rows of a white map, which are 0.
ACCURACY = 2e-6


def harmonics(x, y, z):
    """The first nine real, orthonormal harmonics without the Condon-Shortley phase."""
    pi = math.pi
    return np.stack([
        np.full_like(x, math.sqrt(1 / (4 * pi))),
        math.sqrt(3 / (4 * pi)) * y, math.sqrt(3 / (4 * pi)) * z, math.sqrt(3 / (4 * pi)) * x,
        math.sqrt(15 / (4 * pi)) * x * y, math.sqrt(15 / (4 * pi)) * y * z,
        math.sqrt(5 / (16 * pi)) * (3 * z * z - 1),
        math.sqrt(15 / (4 * pi)) * x * z, math.sqrt(15 / (16 * pi)) * (x * x - y * y),
    ])


def face_integrals(axis, sign):
    """The integral of each harmonic over one face of the cube, by Gauss-Legendre quadrature to 1e-14."""
    nodes, weights = np.polynomial.legendre.leggauss(64)
    u, v = np.meshgrid(nodes, nodes)
    weight = np.outer(weights, weights) / (1 + u * u + v * v) ** 1.5
    direction = [u, v, v]
    direction[axis] = np.full_like(u, sign)
    others = [i for i in range(3) if i != axis]
    direction[others[0]], direction[others[1]] = u, v
    length = np.sqrt(1 + u * u + v * v)
    return (harmonics(*(d / length for d in direction)) * weight).sum(axis=(1, 2))


def one_plus_y(bands=3):
    """Coefficients of the radiance 1 + y."""
    sh = np.zeros((bands * bands, 3), np.float32)
    sh[0] = WHITE
    sh[1] = math.sqrt(4 * math.pi / 3)
    return sh


def random_rotation(seed):
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q if np.linalg.det(q) > 0 else -q


def random_directions(count, seed):
    d = np.random.default_rng(seed).normal(size=(count, 3))
    return d / np.linalg.norm(d, axis=1, keepdims=True)
