#!/usr/bin/python3
"""What a few bands leave out of irradiance: on Blender's eight maps, the difference between irradiance summed up texel by
texel for 642 normals and that of 3, 4 and 5 bands, as the rms over the normals and channels, relative to the average. Then
what texel centres cost at small sizes: a white cubemap's and a white map's coefficients beyond L00, relative to L00.

usage: truncation.py --probenorm EXE
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

from comparison import MAPS, read_hdr

LOBE = np.array([1, 2 / 3, 1 / 4, 0, -1 / 24])


def run(*arguments):
    return subprocess.run(list(map(str, arguments)), check=True, capture_output=True, text=True).stdout


def coefficients(probenorm, file, bands):
    return np.array(json.loads(run(probenorm, "project", file, "--device", "cpu", "--bands", bands, "--format", "json"))["coefficients"])


def normals(count=642):
    """Spread evenly along a spiral."""
    y = 1 - (2 * np.arange(count) + 1) / count
    turn = np.pi * (1 + 5 ** 0.5) * np.arange(count)
    side = np.sqrt(1 - y * y)
    return np.stack([side * np.sin(turn), y, side * np.cos(turn)], 1)


def true_irradiance(texels, directions):
    height, width, _ = texels.shape
    theta = np.pi * (np.arange(height) + 0.5) / height
    phi = 2 * np.pi * ((np.arange(width) + 0.5) / width - 0.5)
    solid = (np.cos(np.pi * np.arange(height) / height) - np.cos(np.pi * (np.arange(height) + 1) / height)) * 2 * np.pi / width
    sums = np.zeros((len(directions), 3))
    for row in range(height):
        d = np.stack([np.sin(theta[row]) * np.sin(phi), np.full(width, np.cos(theta[row])), np.sin(theta[row]) * np.cos(phi)])
        sums += np.maximum(directions @ d, 0) @ texels[row] * solid[row]
    return sums / np.pi


def harmonics(directions):
    """Real, orthonormal, without sign: docs/math.md, section 1."""
    x, y, z = directions.T
    s2, c2 = 2 * x * y, x * x - y * y
    s3, c3 = y * (3 * x * x - y * y), x * (x * x - 3 * y * y)
    s4, c4 = 2 * s2 * c2, c2 * c2 - s2 * s2
    one = np.ones_like(x)
    k = lambda value: np.sqrt(value / np.pi)
    return np.stack([
        k(1 / 4) * one, k(3 / 4) * y, k(3 / 4) * z, k(3 / 4) * x,
        k(15 / 16) * s2, k(15 / 4) * y * z, k(5 / 16) * (3 * z * z - 1), k(15 / 4) * x * z, k(15 / 16) * c2,
        k(35 / 32) * s3, k(105 / 16) * z * s2, k(21 / 32) * y * (5 * z * z - 1), k(7 / 16) * z * (5 * z * z - 3),
        k(21 / 32) * x * (5 * z * z - 1), k(105 / 16) * z * c2, k(35 / 32) * c3,
        k(315 / 256) * s4, k(315 / 32) * z * s3, k(45 / 64) * (7 * z * z - 1) * s2, k(45 / 32) * y * z * (7 * z * z - 3),
        k(9 / 256) * (35 * z ** 4 - 30 * z * z + 3), k(45 / 32) * x * z * (7 * z * z - 3),
        k(45 / 64) * (7 * z * z - 1) * c2, k(315 / 32) * z * c3, k(315 / 256) * c4], 1)


def irradiance_over_pi(coefficients, directions):
    """Of coefficients of any number of bands, without a window."""
    rows = np.array(coefficients)
    lobe = np.repeat(LOBE, 2 * np.arange(len(LOBE)) + 1)[:len(rows)]
    return harmonics(directions)[:, :len(rows)] @ (rows * lobe[:, None])


def truncation(probenorm, work):
    directions = normals()
    print("| map | 3 bands | 5 bands |\n|---|---|---|")
    for source in sorted(MAPS.glob("*.exr")):
        file = work / "map.hdr"
        run(probenorm, "resample", source, "--to", "equirect", "-o", file)
        expected = true_irradiance(read_hdr(file), directions)
        cells = []
        for bands in (3, 5):
            ours = irradiance_over_pi(coefficients(probenorm, file, bands), directions)
            cells.append(np.sqrt(((ours - expected) ** 2).mean()) / expected.mean())
        print(f"| {source.stem} | " + " | ".join(f"{100 * cell:.1f} %" for cell in cells) + " |")


def write_white(path, width, height):
    row = b"\x80\x80\x80\x81" * width  # flat scanlines: below 8 texels they are never packed, above they may be
    path.write_bytes(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (height, width) + row * height)


def quadrature(probenorm, work):
    print("| white | largest of 3 bands | largest of 5 bands |\n|---|---|---|")
    for name, width, height in [("cubemap", n, 6 * n) for n in (8, 16, 64, 256)] + [("map", 2 * n, n) for n in (8, 16, 64, 512)]:
        file = work / "white.hdr"
        write_white(file, width, height)
        cells = []
        for bands in (3, 5):
            sh = coefficients(probenorm, file, bands)
            cells.append(np.abs(sh[1:]).max() / sh[0].max())
        print(f"| {name} of {width if name == 'cubemap' else f'{width} x {height}'} | " + " | ".join(f"{cell:.1e}" for cell in cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--probenorm", required=True)
    probenorm = parser.parse_args().probenorm
    with tempfile.TemporaryDirectory() as folder:
        truncation(probenorm, pathlib.Path(folder))
        quadrature(probenorm, pathlib.Path(folder))


if __name__ == "__main__":
    main()
