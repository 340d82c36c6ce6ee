#!/usr/bin/env python3
"""large_hdr.py PROBENORM: time and memory of `project` and of Filament's cmgen on a Radiance map of 8192 x 4096.

The map is noise under a sky, so its scanlines are packed into literal runs and the file is 130 MB. Memory is the largest
sum of PSS of a program and all its children, looked at every few milliseconds. Each program runs five times, in turns;
the medians count. The second map has one texel too dark for RGB9E5, so its texels are kept in float.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

WIDTH, HEIGHT, RUNS = 8192, 4096, 5


def write_map(path, darkest):
    random = np.random.default_rng(1)
    with open(path, "wb") as file:
        file.write(f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {HEIGHT} +X {WIDTH}\n".encode())
        for y in range(HEIGHT):
            texels = random.integers(128, 256, (4, WIDTH), dtype=np.uint8)
            texels[3] = 126 + random.integers(0, 6) + (10 if y == HEIGHT // 3 else 0)
            if y == HEIGHT // 2:
                texels[3, 0] = darkest
            runs = np.full((4, WIDTH // 128, 129), 128, np.uint8)
            runs[:, :, 1:] = texels.reshape(4, WIDTH // 128, 128)
            file.write(bytes([2, 2, WIDTH >> 8, WIDTH & 255]) + runs.tobytes())


def processes(root):
    """root and all that descend from it."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def pss(root):
    total = 0
    for pid in processes(root):
        try:
            rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        except (OSError, StopIteration):
            pass
    return total * 1024


def run(command, watch):
    """Seconds, or the largest PSS: looking costs time, so it is done in runs of its own."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    largest = 0
    while watch and process.poll() is None:
        largest = max(largest, pss(process.pid))
        time.sleep(0.002)
    if process.wait() != 0:
        sys.exit(f"{command} failed")
    return largest if watch else time.monotonic() - start


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, darkest in ((folder / "sky.hdr", 126), (folder / "dark.hdr", 100)):
            write_map(path, darkest)
        size = (folder / "sky.hdr").stat().st_size
        programs = {
            "cmgen": ["cmgen", "--quiet", "--sh=3", f"--sh-output={folder}/sh.txt", folder / "sky.hdr"],
            "project": [sys.argv[1], "project", folder / "sky.hdr", "--device", "cpu"],
            "project, a texel too dark": [sys.argv[1], "project", folder / "dark.hdr", "--device", "cpu"],
            "project --resample 256": [sys.argv[1], "project", folder / "sky.hdr", "--device", "cpu", "--resample", "256"],
        }
        seconds = {program: [] for program in programs}
        for _ in range(RUNS):
            for program, command in programs.items():
                seconds[program].append(run(command, False))
        base = statistics.median(seconds["cmgen"])
        print(f"map of {WIDTH} x {HEIGHT}, file of {size / 1e6:.0f} MB")
        for program, command in programs.items():
            median = statistics.median(seconds[program])
            print(f"{program}: {median:.3f} s, {base / median:.1f} times as fast as cmgen, {run(command, True) / 1e6:.0f} MB")


main()
