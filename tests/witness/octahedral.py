#!/usr/bin/env python3
"""OpenImageIO reads the octahedral maps that `resample --to` writes, and finds in each texel the light of its direction.

Usage: octahedral.py PROGRAM. Needs Debian's openimageio-tools and python3-numpy. The six faces hold 1 + (x, y, z) / 2 of
the direction, so that the light of any other map's texel is known. docs/formats.md, section 2, gives its direction.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

SIZE = 128  # texels per edge of a face
TOLERANCE = 0.005  # texels of the map lie between those of faces, two linear interpolations leave .0034


def light(direction):
    return 1 + direction / np.linalg.norm(direction, axis=-1, keepdims=True) / 2


def write_faces(folder):
    v, u = np.meshgrid(*[2 * (np.arange(SIZE) + 0.5) / SIZE - 1] * 2, indexing="ij")
    one = np.ones_like(u)
    faces = {"px": (one, -v, -u), "nx": (-one, -v, u), "py": (u, one, v), "ny": (u, -one, -v), "pz": (u, -v, one),
             "nz": (-u, -v, -one)}
    for name, direction in faces.items():
        lines = light(np.stack(direction, axis=-1))[::-1].astype("<f4")  # a PFM begins below
        plain = folder / f"{name}.pfm"
        plain.write_bytes(b"PF\n%d %d\n-1.0\n" % (SIZE, SIZE) + lines.tobytes())
        subprocess.run(["oiiotool", plain, "-d", "float", "-o", plain.with_suffix(".exr")], check=True)


def read_elsewhere(path):
    """The map, by OpenImageIO: float32 of the shape (edge, edge, 3)."""
    plain = path.with_name("plain.exr")
    subprocess.run(["oiiotool", path, "--ch", "R,G,B", "-d", "float", "--compression", "none", "--scanline", "-o", plain],
                   check=True)
    about = subprocess.run(["oiiotool", "--info", plain], check=True, capture_output=True, text=True).stdout
    edge = int(re.search(r"(\d+) x", about)[1])
    line = np.dtype([("place", "<i4", 2), ("channels", "<f4", (3, edge))])  # blue, green, red
    lines = np.frombuffer(plain.read_bytes()[-edge * line.itemsize:], line)
    return lines["channels"].transpose(0, 2, 1)[..., ::-1]


def direction_of(edge, border):
    y, x = np.meshgrid(*[2 * (np.arange(edge) + 0.5 - border) / (edge - 2 * border) - 1] * 2, indexing="ij")
    beyond = np.abs(x) > 1  # a border shows what lies across the edge
    x, y = np.where(beyond, 2 * np.sign(x) - x, x), np.where(beyond, -y, y)
    beyond = np.abs(y) > 1
    x, y = np.where(beyond, -x, x), np.where(beyond, 2 * np.sign(y) - y, y)
    z = 1 - np.abs(x) - np.abs(y)
    folded = np.sign(x) * (1 - np.abs(y)), np.sign(y) * (1 - np.abs(x))
    return np.stack([np.where(z < 0, folded[0], x), np.where(z < 0, folded[1], y), z], axis=-1)


def main():
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        write_faces(folder)
        for layout in ("octahedral", "octahedral-godot", "octahedral-hdrp"):
            path = folder / f"{layout}.exr"
            subprocess.run([sys.argv[1], "resample", folder / "%.exr", "--to", layout, "-o", path, "--quiet"], check=True)
            found = read_elsewhere(path)
            edge = len(found)
            border = {"octahedral": 0, "octahedral-godot": edge // 10, "octahedral-hdrp": 8}[layout]
            worst = np.abs(found - light(direction_of(edge, border))).max()
            print(f"{layout}: {edge} x {edge}, border {border}, largest difference {worst:.4f}")
            assert worst <= TOLERANCE, layout


if __name__ == "__main__":
    main()
