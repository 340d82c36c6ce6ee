#!/usr/bin/env python3
"""memory_bound.py PROBENORM: bakes files that are small and claim many texels, and checks what all processes take.

And a manifest that accepts many findings of many probes, which is kept once and costs no probe anything.

Counted are the anonymous pages of the tool and its decoders, and the memory files (memfd) that they have open, once
each. They may take the larger of --max-memory and what the largest probe takes alone, 64 MB more, and 32 MB per decoder.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from one_color import png

JOBS, BOUND = 6, 256 << 20
LARGEST = 4096
WIDTHS = [LARGEST] * 6 + [512, 3072, 1024, 2048, 256, 1536, 512, 2560, 1024, 256] * 12 # in this order, which mixes them


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


def bake(probenorm, folder, name, widths, accepted=(), options=()):
    """The most memory that was seen."""
    probes = [{"id": f"p{i}", "file": f"{width}.png", "faceSize": 64} for i, width in enumerate(widths)]
    defaults = {"check": {"fail": "never", "accept": list(accepted)}}
    (folder / f"{name}.json").write_text(json.dumps({"version": 1, "defaults": defaults, "probes": probes}))
    process = subprocess.Popen([probenorm, "bake", folder / f"{name}.json", "-o", folder / name, "--device",
                                "cpu", "--quiet", "--jobs", str(JOBS), "--max-memory", str(BOUND), *options])
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


def accept_many(probenorm, folder):
    """Once without acceptances, and once with one for each probe; the probes of one shard are baked."""
    count, widths = 2000, [256] * 2000
    accepted = [{"id": f"p{i}", "finding": "firefly", "reason": "a lamp"} for i in range(count)]
    shard = ("--shard", "1/200")
    plain = bake(probenorm, folder, "plain", widths, (), shard)
    many = bake(probenorm, folder, "many", widths, accepted, shard)
    records = {path.name: path.read_text() for path in (folder / "plain/probes").glob("*.json")}
    print(f"{len(records)} of {count} probes: {plain >> 20} MiB, with as many acceptances {many >> 20} MiB")
    # Their JSON has 130 KB; parsed it takes less than ten times as much. Kept for each probe it took 1.4 GB.
    if not records or many > plain + (16 << 20):
        sys.exit("acceptances take more than the manifest's bytes")
    if any((folder / "many/probes" / name).read_text() != text for name, text in records.items()):
        sys.exit("a probe's record has other probes' acceptances")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for width in set(WIDTHS):
            # a map of zeros, of 16 bits: at the largest width 100 MB of floats in 50 KB
            (folder / f"{width}.png").write_bytes(png(width, width // 2, bytes(6), bits=16))
        accept_many(sys.argv[1], folder)
        alone = bake(sys.argv[1], folder, "alone", [LARGEST])
        together = bake(sys.argv[1], folder, "together", WIDTHS)
    allowed = max(BOUND, alone) + (64 << 20) + JOBS * (32 << 20)
    print(f"the largest alone {alone >> 20} MiB, all {together >> 20} MiB, allowed {allowed >> 20} MiB")
    sys.exit(together > allowed)


main()
