#!/usr/bin/env python3
"""Prints the table of docs/bc6h.md: how accurate blocks of BC6H are on Blender's eight maps, by effort, and the time.

Usage: PYTHONPATH=python PROBENORM_LIBRARY=build/release bc6h_study.py PROGRAM [BLOCKS]

Each map becomes a cubemap of 256 x 256 texels per face in half floats. RMSLE is the root of the mean of
(log(a + 1) - log(b + 1))^2 over all channels, MRSSE the mean of (a - b)^2 / (a^2 + b^2), which is 0 where both are 0.
The time is the processor's, of one thread. OpenImageIO (Debian's openimageio-tools) decodes all blocks to the same
halves as the library. BLOCKS is written: 10 000 random blocks of 4 x 4 texels of the eight maps, RGBA of half floats,
for the search that core_test does with PN_BC6H_BLOCKS=BLOCKS.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

import probenorm

WORLD = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
DDS_HEADER = 128
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


def decoded_elsewhere(blocks, folder):
    """By OpenImageIO, from a DDS of one picture (DXGI_FORMAT_BC6H_UF16)."""
    rows, columns = blocks.shape[:2]
    pixel_format = struct.pack("<2I4s5I", 32, 4, b"DX10", 0, 0, 0, 0, 0)
    header = struct.pack("<7I44x", 124, 0x81007, 4 * rows, 4 * columns, blocks.nbytes, 0, 1) + pixel_format
    file, picture = folder / "blocks.dds", folder / "blocks.exr"
    file.write_bytes(b"DDS " + header + struct.pack("<5I5I", 0x1000, 0, 0, 0, 0, 95, 3, 0, 1, 0) + blocks.tobytes())
    subprocess.run(["oiiotool", file, "--ch", "R,G,B", "-d", "half", "--compression", "none", "-o", picture], check=True)
    line = np.dtype([("place", "<i4", 2), ("channels", np.float16, (3, 4 * columns))])  # blue, green, red
    lines = np.frombuffer(picture.read_bytes()[-4 * rows * line.itemsize:], line)
    return lines["channels"].transpose(0, 2, 1)[..., ::-1]


def random_blocks(maps):
    generator = np.random.default_rng(1)
    texels = np.concatenate([faces.reshape(-1, 4, SIZE // 4, 4, 4).swapaxes(1, 2).reshape(-1, 4, 4, 4) for faces in maps])
    return texels[generator.choice(len(texels), 10000, replace=False)]


def errors(wanted, found):
    a, b = np.maximum(wanted[..., :3].astype(np.float64), 0), found[..., :3].astype(np.float64)
    rmsle = np.sqrt(np.mean((np.log1p(a) - np.log1p(b)) ** 2))
    square = a * a + b * b
    return rmsle, np.mean((a - b) ** 2 / np.where(square > 0, square, 1))


def main():
    rows, maps = [], []
    with tempfile.TemporaryDirectory() as folder, probenorm.Context("cpu", threads=1) as context:
        for path in sorted(WORLD.glob("*.exr")):
            faces = read_faces(sys.argv[1], path, pathlib.Path(folder))
            maps.append(faces)
            row = [path.stem]
            for effort in ("low", "middle", "high"):
                before = time.process_time()
                blocks = context.encode_bc6h(faces, effort=effort)
                seconds = time.process_time() - before
                elsewhere = decoded_elsewhere(blocks, pathlib.Path(folder))
                assert np.array_equal(decoded(blocks)[..., :3], elsewhere), path
                row.append((*errors(faces, decoded(blocks)), faces[..., 0].size / seconds / 1e6))
            rows.append(row)
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_bytes(random_blocks(maps).tobytes())
    print("| map | RMSLE low, middle, high | MRSSE low, middle, high |\n|---|---|---|")
    for name, *efforts in rows:
        print(f"| {name} | {', '.join(f'{e[0]:.5f}' for e in efforts)} | {', '.join(f'{e[1]:.2e}' for e in efforts)} |")
    speeds = np.array([[e[2] for e in row[1:]] for row in rows])
    print("Mtexel/s per core, median:", ", ".join(f"{s:.1f}" for s in np.median(speeds, axis=0)))


if __name__ == "__main__":
    main()
