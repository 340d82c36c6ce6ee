#!/usr/bin/env python3
"""many_probes.py PROBENORM DIR [COUNT]: bakes 100 000 probes of 16 x 16 into DIR, and prints time and memory of each step.

Eight shards are baked one after the other; the third is killed (SIGKILL) in its middle and resumed. The shards are merged, and the merged bake is resumed with nothing to do. Memory is the largest resident set of the
process. Shards and merge take 9 GB of disk together. What the report costs a browser is told by
tests/cli/report/first_row.mjs.
"""

import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import time

import numpy as np

SIZE, FILES, SHARDS = 16, 100, 8


def write_cube(path, seed):
    """A DDS cubemap of half floats: noise and a sun."""
    texels = np.random.default_rng(seed).uniform(0.1, 1.0, (6, SIZE, SIZE, 4)).astype(np.float16)
    texels[seed % 6, seed % SIZE, 3] = 500
    header = struct.pack("<4s7I44x", b"DDS ", 124, 0x1007, SIZE, SIZE, SIZE * 8, 0, 0)
    header += struct.pack("<2I4s5I5I", 32, 4, b"DX10", 0, 0, 0, 0, 0, 0x1008, 0xFE00, 0, 0, 0)
    header += struct.pack("<5I", 10, 3, 4, 1, 0)
    path.write_bytes(header + texels.tobytes())


def make_manifest(folder, count):
    (folder / "maps").mkdir(parents=True)
    for i in range(FILES):
        write_cube(folder / f"maps/{i}.dds", i)
    probes = [{"id": f"p{i}", "file": f"maps/{i % FILES}.dds", "position": [i % 100, i // 100 % 100, i // 10000]}
              for i in range(count)]
    manifest = {"version": 1, "defaults": {"cubemap": "ktx2", "mips": True}, "probes": probes}
    (folder / "probes.json").write_text(json.dumps(manifest))


def run(name, command, kill_after=None):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    if kill_after is not None:
        time.sleep(kill_after)
        process.send_signal(signal.SIGKILL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if kill_after is None and status != 0:
        sys.exit(f"{name} failed")
    print(f"{name}: {time.monotonic() - start:.1f} s, {usage.ru_utime + usage.ru_stime:.1f} s of processors, "
          f"{usage.ru_maxrss * 1024 / 1e6:.0f} MB", flush=True)
    return output.decode()


def main():
    probenorm, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 100000
    make_manifest(folder, count)
    bake = [probenorm, "bake", str(folder / "probes.json"), "-o", str(folder / "baked"), "--device", "cpu", "--quiet"]
    for i in range(1, SHARDS + 1):
        shard = [*bake[:4], str(folder / f"baked.shards/{i}"), *bake[5:], "--shard", f"{i}/{SHARDS}", "--resume"]
        if i == 3:
            run("shard 3, killed", shard, kill_after=count / 50000)
        run(f"shard {i}", shard)
    shards = [str(folder / f"baked.shards/{i}") for i in range(1, SHARDS + 1)]
    run("merge and report", [*bake, "--merge", *shards])
    run("resume after the merge", [*bake, "--resume"])
    run("resume, nothing to do", [*bake, "--resume"])
    pages = [path.stat().st_size for path in (folder / "baked").glob("report.*")]
    print(f"report: {len(pages)} files of {sum(pages) / 1e6:.0f} MB, the largest {max(pages) / 1e6:.2f} MB")


main()
