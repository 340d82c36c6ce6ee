#!/usr/bin/env python3
"""Lets system calls of the tool fail by strace, one in each run.

system_call_sweep.py PROGRAM [--full]

No run may crash, leave a temporary file, or write other bytes than an undisturbed run; with exit code 0 all files must be
there, and after any other one `bake --resume` must bring the same folder. What fails before main(), in the loader, ends
with 127 and is counted apart. Without --full every eleventh call is tried.
"""
import argparse
import collections
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

from one_color import png, radiance

ERRORS = [("write", ["ENOSPC", "EIO", "EINTR"]), ("fsync", ["EIO"]), ("rename", ["EACCES"]), ("linkat", ["EIO"]),
          ("openat", ["EMFILE", "EACCES"]), ("openat2", ["EMFILE"]), ("close", ["EIO"]), ("unlink", ["EACCES"]),
          ("mkdir", ["EACCES"]), ("flock", ["EINTR"]), ("read", ["EIO", "EINTR"]), ("pread64", ["EIO"]),
          ("newfstatat", ["EIO"]), ("memfd_create", ["EMFILE"]), ("socketpair", ["EMFILE"])]
LOADERS = 127
UNSTABLE = ("bake.log.jsonl", "bake.index", ".bake.lock") # hold times, or nothing


def make_inputs(folder):
    with open(f"{folder}/sky.hdr", "wb") as file:
        file.write(radiance(8, 4, bytes([10, 20, 30, 129])))
    with open(f"{folder}/sky.png", "wb") as file: # the same size, decoded in the sandbox
        file.write(png(8, 4, bytes([30, 60, 90])))
    with open(f"{folder}/bake.json", "w") as file:
        file.write('{"version": 1, "probes": [{"id": "a", "file": "sky.hdr"}, {"id": "b", "file": "sky.png"}]}')


def tree(folder):
    digests = {}
    for root, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(root, name)
            if name not in UNSTABLE:
                with open(path, "rb") as file:
                    digests[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return digests


class Sweep:
    def __init__(self, command, folder, isBake):
        self.command, self.folder, self.isBake = command, folder, isBake
        self.expected = {}
        self.wrong = []
        self.codes = collections.Counter()

    def run(self, call=None, error=None, number=0):
        log = f"{self.folder}/strace"
        shutil.rmtree(f"{self.folder}/out", ignore_errors=True)
        os.mkdir(f"{self.folder}/out")
        prefix = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={call}", "-e",
                  f"inject={call}:error={error}:when={number}"] if call else []
        result = subprocess.run(prefix + self.command, capture_output=True, timeout=120, check=False)
        return result, bool(call) and "INJECTED" in open(log, errors="replace").read()

    def check(self, result, about):
        found = tree(f"{self.folder}/out")
        temporary = [name for name in found if name.endswith(".tmp")]
        summary = ("b/bake.json", "b/report.html") if result.returncode != 0 else () # name the probe that failed
        other = [name for name in found if name not in temporary and name not in summary and
                 found[name] != self.expected.get(name)]
        if result.returncode == LOADERS and b"error while loading shared libraries" in result.stderr:
            return
        if result.returncode < 0 or result.returncode > 6:
            self.wrong.append(f"{about}: exit code {result.returncode}, {result.stderr[-200:]}")
        if temporary or other:
            self.wrong.append(f"{about}: exit code {result.returncode}, temporary {temporary}, other bytes {other}")
        if result.returncode == 0 and found != self.expected:
            self.wrong.append(f"{about}: success without {sorted(set(self.expected) - set(found))}")
        if result.returncode != 0 and self.isBake:
            again = subprocess.run(self.command + ["--resume"], capture_output=True, check=False)
            if again.returncode != 0 or tree(f"{self.folder}/out") != self.expected:
                self.wrong.append(f"{about}: --resume ends with {again.returncode}, {again.stderr[-200:]}")

    def sweep(self, step):
        result, _ = self.run()
        assert result.returncode == 0, result.stderr
        self.expected = tree(f"{self.folder}/out")
        for call, errors in ERRORS:
            for error in errors:
                for number in range(1, 2000, step):
                    result, isInjected = self.run(call, error, number)
                    if not isInjected:
                        break
                    self.codes[result.returncode] += 1
                    self.check(result, f"{call} {number} {error}")
        print(f"{self.command[1]}: {sum(self.codes.values())} runs, exit codes {dict(sorted(self.codes.items()))}, "
              f"{len(self.wrong)} wrong", flush=True)
        for wrong in self.wrong[:20]:
            print("   ", wrong)
        return len(self.wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode != 0:
        print("strace does not work here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        make_inputs(folder)
        cpu = ["--device", "cpu", "--threads", "1"]
        normalize = [options.program, "normalize", f"{folder}/sky.hdr", "--resample", "4", "-o", f"{folder}/out/n.ktx2", *cpu]
        bake = [options.program, "bake", f"{folder}/bake.json", "-o", f"{folder}/out/b", "--jobs", "1", *cpu]
        step = 1 if options.full else 11
        wrong = Sweep(normalize, folder, False).sweep(step) + Sweep(bake, folder, True).sweep(step)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
