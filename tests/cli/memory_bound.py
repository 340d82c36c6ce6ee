#!/usr/bin/env python3
"""memory_bound.py PROBENORM: bakes files that are small and claim many texels, and checks what all processes take.

Counted are the anonymous pages of the tool and its decoders, and the memory files (memfd) that they have open, once
each. They may take the larger of --max-memory and what one probe takes alone, 64 MB more, and 32 MB per decoder.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

WIDTH, HEIGHT, PROBES, JOBS, BOUND = 4096, 2048, 6, 6, 128 << 20


def write_png(path):
    """Zeros of 16 bits: 100 MB of floats in 50 KB."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 16, 2, 0, 0, 0)
    rows = zlib.compress(bytes((1 + 6 * WIDTH) * HEIGHT), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def processes_of(root):
    """The process and its children, which are the decoders."""
    children = pathlib.Path(f"/proc/{root}/task").glob("*/children")
    return [root] + [int(word) for path in children for word in path.read_text().split()]


def memory_of(root):
    total, files = 0, {}
    for process in processes_of(root):
        try:
            rollup = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
            total += sum(int(line.split()[1]) << 10 for line in rollup.splitlines() if line.startswith("Pss_Anon:"))
            for file in pathlib.Path(f"/proc/{process}/fd").iterdir():
                if os.readlink(file).startswith("/memfd:"):
                    status = os.stat(file)
                    files[status.st_ino] = status.st_blocks * 512
        except OSError:
            continue # it has ended meanwhile
    return total + sum(files.values())


def bake(probenorm, folder, count):
    """The most memory that was seen."""
    probes = [{"id": f"p{i}", "file": "zeros.png"} for i in range(count)]
    (folder / f"{count}.json").write_text(json.dumps({"version": 1, "probes": probes}))
    process = subprocess.Popen([probenorm, "bake", folder / f"{count}.json", "-o", folder / f"out{count}", "--device",
                                "cpu", "--quiet", "--jobs", str(JOBS), "--max-memory", str(BOUND)])
    most = 0
    while process.poll() is None:
        try:
            most = max(most, memory_of(process.pid))
        except OSError:
            pass # it has ended meanwhile
        time.sleep(0.005)
    if process.returncode != 0:
        sys.exit(f"the bake ended with exit code {process.returncode}")
    return most


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_png(folder / "zeros.png")
        alone = bake(sys.argv[1], folder, 1)
        together = bake(sys.argv[1], folder, PROBES)
    allowed = max(BOUND, alone) + (64 << 20) + JOBS * (32 << 20)
    print(f"one probe {alone >> 20} MiB, {PROBES} probes {together >> 20} MiB, allowed {allowed >> 20} MiB")
    sys.exit(together > allowed)


main()
