#!/usr/bin/env python3
"""Lets allocations of the tool fail, one in each run, or all from one on.

allocation_sweep.py PROGRAM PRELOAD [--full] [--command NAME]

Each run must end with its result, or with exit code 4, one line, and no file. Without --full about 25 positions of each
command are tried, with it all of them. --command tries one command alone.
"""
import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile

OUT_OF_MEMORY = 4


def make_inputs(folder):
    with open(f"{folder}/sky.hdr", "wb") as file: # 8 x 4, one colour
        file.write(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n" + bytes([10, 20, 30, 129] * 32))
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
        "bake": (["bake", f"{folder}/bake.json", "-o", f"{folder}/baked", "--jobs", "1", *cpu], None),
    }


class Sweep:
    def __init__(self, program, preload, folder):
        self.program, self.preload, self.folder = program, preload, folder

    def run(self, arguments, at, all_after):
        shutil.rmtree(f"{self.folder}/baked", ignore_errors=True)
        environment = dict(os.environ, LD_PRELOAD=self.preload, PN_FAIL_AT=str(at),
                           PN_FAIL_REPORT=f"{self.folder}/report")
        if all_after:
            environment["PN_FAIL_ALL_AFTER"] = "1"
        return subprocess.run([self.program, *arguments], env=environment, capture_output=True, timeout=120, check=False)

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

    def sweep(self, name, arguments, output, growth):
        result = self.run(arguments, 0, False)
        assert result.returncode == 0, result.stderr
        count = int(open(f"{self.folder}/report").read())
        codes, complaints, at = collections.Counter(), [], 1
        while at <= count:
            for all_after in (False, True):
                if output and os.path.exists(f"{self.folder}/{output}"):
                    os.unlink(f"{self.folder}/{output}")
                result = self.run(arguments, at, all_after)
                codes[result.returncode] += 1
                if complaint := self.complaint(result, output):
                    complaints.append(f"allocation {at}{' and all after' if all_after else ''}: {complaint}")
            at = max(at + 1, int(at * growth))
        print(f"{name}: {count} allocations, {sum(codes.values())} runs, exit codes {dict(sorted(codes.items()))}, "
              f"{len(complaints)} wrong", flush=True)
        for complaint in complaints[:10]:
            print("   ", complaint)
        return len(complaints)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("preload")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--command", choices=sorted(commands("")))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_inputs(folder)
        subprocess.run([options.program, "project", f"{folder}/sky.hdr", "--device", "cpu", "-o", f"{folder}/sh.json"],
                       check=True)
        sweep = Sweep(options.program, options.preload, folder)
        wrong = sum(sweep.sweep(name, arguments, output, 1.0 if options.full else 1.45)
                    for name, (arguments, output) in commands(folder).items() if options.command in (None, name))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
