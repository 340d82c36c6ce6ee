#!/usr/bin/env python3
"""Prints the table of docs/bc6h.md: how near blocks of BC6H come to Blender's eight maps, by effort, and the time.

Usage: PYTHONPATH=python PROBENORM_LIBRARY=build/release bc6h_study.py PROGRAM

Each map becomes a cubemap of 256 x 256 texels per face in half floats. RMSLE is the root of the mean of
(log(a + 1) - log(b + 1))^2 over all channels, MRSSE the mean of (a - b)^2 / (a^2 + b^2), which is 0 where both are 0.
The time is the processor's, of one thread.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import probenorm

WORLD = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
DDS_HEADER = 148
SIZE = 256


def read_faces(program, path, folder):
    """The six faces, one below the other: float16 of the shape (6 SIZE, SIZE, 4)."""
    file = folder / "cube.dds"
    subprocess.run([program, "resample", path, "-o", file, "--size", str(SIZE), "--texels", "rgba16f", "--quiet",
                    "--overwrite"], check=True)
    return np.frombuffer(file.read_bytes()[DDS_HEADER:], np.float16).reshape(6 * SIZE, SIZE, 4)


def decoded(blocks):
    texels = probenorm.decode_bc6h(blocks)  # (rows, columns, 4, 4, 4)
    rows, columns = blocks.shape[:2]
    return texels.swapaxes(1, 2).reshape(4 * rows, 4 * columns, 4)


def errors(wanted, found):
    a, b = np.maximum(wanted[..., :3].astype(np.float64), 0), found[..., :3].astype(np.float64)
    rmsle = np.sqrt(np.mean((np.log1p(a) - np.log1p(b)) ** 2))
    square = a * a + b * b
    return rmsle, np.mean((a - b) ** 2 / np.where(square > 0, square, 1))


def main():
    rows = []
    with tempfile.TemporaryDirectory() as folder, probenorm.Context("cpu", threads=1) as context:
        for path in sorted(WORLD.glob("*.exr")):
            faces = read_faces(sys.argv[1], path, pathlib.Path(folder))
            row = [path.stem]
            for effort in ("low", "middle", "high"):
                before = time.process_time()
                blocks = context.encode_bc6h(faces, effort=effort)
                seconds = time.process_time() - before
                row.append((*errors(faces, decoded(blocks)), faces[..., 0].size / seconds / 1e6))
            rows.append(row)
    print("| map | RMSLE low, middle, high | MRSSE low, middle, high |\n|---|---|---|")
    for name, *efforts in rows:
        print(f"| {name} | {', '.join(f'{e[0]:.5f}' for e in efforts)} | {', '.join(f'{e[1]:.2e}' for e in efforts)} |")
    speeds = np.array([[e[2] for e in row[1:]] for row in rows])
    print("Mtexel/s per core, median:", ", ".join(f"{s:.1f}" for s in np.median(speeds, axis=0)))


if __name__ == "__main__":
    main()
