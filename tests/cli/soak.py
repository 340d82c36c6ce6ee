#!/usr/bin/env python3
"""Bakes ten thousand probes and watches the tool's memory: it may not grow with what is done, but for what the summary
and the report will say of each probe.

soak.py PROGRAM [--probes N] [--device NAME]

Ends with 1 if the tool needs more memory in the second half than in the first (16 MiB and 4 KiB a probe are allowed), if a digest is wrong, or if a second run
changes a file. Half of the probes go through a decoder's process.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

from one_color import png, radiance

ALLOWED_GROWTH = 16 << 20    # bytes, of the allocator's own
ALLOWED_PER_PROBE = 4 << 10  # what the summary and the report will say of it


def make_inputs(folder, count):
    os.mkdir(f"{folder}/in")
    probes = []
    for i in range(count):
        color = bytes([i % 200 + 20, i // 200 % 200 + 20, i * 7 % 200 + 20])
        name = f"in/p{i}.png" if i % 2 else f"in/p{i}.hdr"
        with open(f"{folder}/{name}", "wb") as file:
            file.write(png(32, 16, color) if i % 2 else radiance(32, 16, color + b"\x81"))
        probes.append(f'{{"id": "p{i}", "file": "{name}"}}')
    with open(f"{folder}/bake.json", "w") as file:
        file.write('{"version": 1, "defaults": {"cubemap": "ktx2", "faceSize": 16}, "probes": [' + ",\n".join(probes) + "]}")


def resident_bytes(process):
    with open(f"/proc/{process}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
    return 0 # it has ended


def done(folder):
    try:
        return sum(1 for _ in os.scandir(f"{folder}/out/probes"))
    except FileNotFoundError:
        return 0


def watch(command, folder, count):
    """[(share of the work, bytes)] while the command runs, a few times a second."""
    samples, start = [], time.time()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None:
        try:
            samples.append((done(folder) / count, resident_bytes(process.pid)))
        except FileNotFoundError:
            break
        time.sleep(0.25)
    error = process.stderr.read().decode()
    if process.wait() != 0:
        sys.exit(f"exit code {process.returncode}: {error}")
    print(f"{count} probes in {time.time() - start:.0f} s")
    return samples


def times_of(folder):
    return {entry.path: entry.stat().st_mtime_ns for entry in os.scandir(f"{folder}/out/probes")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--probes", type=int, default=10000)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_inputs(folder, options.probes)
        command = [options.program, "bake", f"{folder}/bake.json", "-o", f"{folder}/out", "--device", options.device, "--max-memory", "64M"]
        samples = watch(command, folder, options.probes)
        files_each = done(folder) / options.probes
        samples = [(share / files_each, size) for share, size in samples if size > 0]
        for tenth in range(10):
            sizes = [size for share, size in samples if tenth <= share * 10 < tenth + 1]
            print(f"{tenth * 10:3d} to {tenth * 10 + 10:3d} %  {max(sizes, default=0) >> 20:5d} MiB")
        first, second = (max((size for share, size in samples if low <= share <= low + 0.5), default=0) for low in (0.0, 0.5))
        before = times_of(folder)
        subprocess.run([*command, "--resume", "--verify"], check=True, capture_output=True)
        changed = sum(time != before.get(path) for path, time in times_of(folder).items())
        print(f"first half {first >> 20} MiB, second half {second >> 20} MiB; {changed} files changed by a second run")
        allowed = ALLOWED_GROWTH + ALLOWED_PER_PROBE * options.probes // 2
        return 1 if second > first + allowed or changed else 0


if __name__ == "__main__":
    sys.exit(main())
