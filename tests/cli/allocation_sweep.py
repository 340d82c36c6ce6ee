#!/usr/bin/env python3
"""Lets allocations of the tool fail, one in each run, or all from one on; and the start of each of bake's threads.

allocation_sweep.py PROGRAM PRELOAD [--full] [--command NAME] [--jobs N]

Each run must end within 30 seconds with its result, or with exit code 4, one line, and no file. Without --full about 35
positions of each command are tried, the last ten among them, with it all. --command tries one command alone, and --jobs
runs N at a time.
"""
import argparse
import collections
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

from one_color import radiance

OUT_OF_MEMORY = 4
PATIENCE = 30 # seconds for a run, which takes some hundredths of one


def make_inputs(folder):
    with open(f"{folder}/sky.hdr", "wb") as file:
        file.write(radiance(8, 4, bytes([10, 20, 30, 129])))
    with open(f"{folder}/bake.json", "w") as file:
        file.write('{"version": 1, "probes": [{"id": "a", "file": "sky.hdr"}, {"id": "b", "file": "sky.hdr"}]}')


def commands(folder):
    """What is run, and where its output goes."""
    cpu = ["--device", "cpu", "--threads", "1"]
    return {
        "project": (["project", f"{folder}/sky.hdr", "-o", f"{folder}/out.json", *cpu], "out.json"),
        "convert": (["convert", f"{folder}/sh.json", "-o", f"{folder}/out.json"], "out.json"),
        "info": (["info", f"{folder}/sky.hdr"], None),
        "normalize": (["normalize", f"{folder}/sky.hdr", "--resample", "4", "-o", f"{folder}/out.ktx2", *cpu], "out.ktx2"),
        "resample": (["resample", f"{folder}/sky.hdr", "--size", "4", "-o", f"{folder}/out.dds", "--threads", "1"], "out.dds"),
        "lights": (["lights", f"{folder}/sky.hdr", "--residual", f"{folder}/left.hdr", "-o", f"{folder}/out.json", *cpu],
                   "out.json"),
        "preview": (["preview", f"{folder}/sky.hdr", "--size", "64", "-o", f"{folder}/out.png", *cpu], "out.png"),
        "bake": (["bake", f"{folder}/bake.json", "-o", f"{folder}/baked", "--jobs", "1", *cpu], None),
    }


class Sweep:
    """Runs of the tool in a folder of their own, so that several of these work side by side."""

    def __init__(self, program, preload, folder):
        self.program, self.preload, self.folder = program, preload, folder
        make_inputs(folder)
        subprocess.run([program, "project", f"{folder}/sky.hdr", "--device", "cpu", "-o", f"{folder}/sh.json"], check=True)

    def run(self, arguments, at, all_after):
        shutil.rmtree(f"{self.folder}/baked", ignore_errors=True)
        environment = dict(os.environ, LD_PRELOAD=self.preload, PN_FAIL_AT=str(at),
                           PN_FAIL_REPORT=f"{self.folder}/report")
        if all_after:
            environment["PN_FAIL_ALL_AFTER"] = "1"
        return subprocess.run([self.program, *arguments], env=environment, capture_output=True, timeout=PATIENCE, check=False)

    def complaint(self, result, output):
        """What is wrong with how a run ended; None if nothing is."""
        lines = result.stderr.decode(errors="replace").splitlines()
        path = f"{self.folder}/{output}" if output else None
        left = [name for name in os.listdir(self.folder) if name.endswith(".tmp")]
        if result.returncode not in (0, OUT_OF_MEMORY):
            return f"exit code {result.returncode}, {lines[-1:]}"
        if result.returncode == OUT_OF_MEMORY and (len(lines) != 1 or "memory" not in lines[0]):
            return f"said {lines}"
        if path and (result.returncode == 0) != os.path.exists(path):
            return "output after an error" if os.path.exists(path) else "no output after success"
        return f"left {left}" if left else None

    def sweep_threads(self):
        """Lets the start of one thread of bake fail in each run. Returns how many runs were wrong."""
        wrong, at, codes = 0, 1, []
        while 0 not in codes: # as soon as there is no such thread
            environment = dict(os.environ, LD_PRELOAD=self.preload, PN_FAIL_THREAD=str(at))
            shutil.rmtree(f"{self.folder}/baked", ignore_errors=True)
            try:
                result = subprocess.run([self.program, *commands(self.folder)["bake"][0]], env=environment,
                                        capture_output=True, timeout=PATIENCE, check=False)
                codes.append(result.returncode)
                wrong += self.complaint(result, None) is not None
            except subprocess.TimeoutExpired:
                codes.append("hangs")
                wrong += 1
            at += 1
        print(f"bake: starts of threads, exit codes {codes}, {wrong} wrong", flush=True)
        return wrong

    def count(self, name):
        """How many allocations the command makes when none fails."""
        result = self.run(commands(self.folder)[name][0], 0, False)
        assert result.returncode == 0, result.stderr
        with open(f"{self.folder}/report") as report:
            return int(report.read())

    def sweep(self, name, positions):
        """Lets each of these allocations fail. Returns how often each exit code came, and what was wrong."""
        arguments, output = commands(self.folder)[name]
        codes, complaints = collections.Counter(), []
        for at in positions:
            for all_after in (False, True):
                if output and os.path.exists(f"{self.folder}/{output}"):
                    os.unlink(f"{self.folder}/{output}")
                try:
                    result = self.run(arguments, at, all_after)
                    code, complaint = result.returncode, self.complaint(result, output)
                except subprocess.TimeoutExpired:
                    code, complaint = "hangs", f"did not end in {PATIENCE} seconds"
                codes[code] += 1
                if complaint:
                    complaints.append(f"allocation {at}{' and all after' if all_after else ''}: {complaint}")
        return codes, complaints


def some_positions(count):
    """About 35 of the allocations, close together at the start and at the end."""
    positions, at = {*range(max(1, count - 9), count + 1)}, 1 # the last ones write the output
    while at <= count:
        positions.add(at)
        at = max(at + 1, int(at * 1.45))
    return sorted(positions)


def sweep(pool, sweeps, name, is_full):
    """Lets allocations of a command fail. Prints what came of it, and returns how many runs were wrong."""
    count = sweeps[0].count(name)
    positions = range(1, count + 1) if is_full else some_positions(count)
    shares = [pool.submit(each.sweep, name, positions[i::len(sweeps)]) for i, each in enumerate(sweeps)]
    results = [share.result() for share in shares]
    codes = sum((each for each, _ in results), collections.Counter())
    complaints = [complaint for _, each in results for complaint in each]
    print(f"{name}: {count} allocations, {sum(codes.values())} runs, exit codes {dict(sorted(codes.items(), key=str))}, "
          f"{len(complaints)} wrong", flush=True)
    for complaint in complaints[:10]:
        print("   ", complaint, flush=True)
    return len(complaints)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("preload")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--command", choices=sorted(commands("")))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folders = [f"{folder}/{i}" for i in range(options.jobs)]
        for each in folders:
            os.mkdir(each)
        sweeps = [Sweep(options.program, options.preload, each) for each in folders]
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            wrong = sum(sweep(pool, sweeps, name, options.full) for name in commands("") if options.command in (None, name))
        if options.command in (None, "bake"):
            wrong += sweeps[0].sweep_threads()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
