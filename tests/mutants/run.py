#!/usr/bin/env python3
"""Compiles the mutants of list.txt into a copy of the project, and runs each against the tests that reach it.

Usage: tests/mutants/run.py tree TREE               copies the project into TREE, with each mutant of C and C++ behind a switch
       tests/mutants/run.py kernels TREE            compiles the mutants of the kernels into TREE/spirv
       tests/mutants/run.py refused TREE LOG        prints the mutants on which a compiler's LOG has an error
       tests/mutants/run.py reach TREE [--jobs N] [--long]     finds out which tests of TREE/build/release reach which mutants
       tests/mutants/run.py run TREE RESULTS [--jobs N] [--long]

The tests are those that ./test.sh runs; with --long those that only ./test.sh --all runs, on mutants that RESULTS says survive.
Of tree, kernels and refused, what they print goes to scripts/mutants.py when the list is made.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from mutants import Candidate, Mutant, name_of, placed, read_list

SWITCH = ROOT / "tests/mutants/switch.h"
KERNEL_TABLE = "plugin/vulkan/device/kernels.cpp"
FIRST_KERNEL = 256  # where switch.h notes kernels, behind the mutants
LONGEST_TEST = 60  # seconds


def switched(text: str, places: list[tuple[Mutant, Candidate]]) -> str:
    """A C or C++ file in which each mutant is behind its switch."""
    for mutant, at in sorted(places, key=lambda p: -p[1].start):
        original = text[at.start:at.end]
        choice = f"({at.mutated}) : ({original})"
        if mutant.kind == "call":
            choice = f"(void)0 : (void)({original})"
        elif mutant.kind == "condition":
            choice = f"({at.mutated}) : !!({original})"
        text = f"{text[:at.start]}(PN_MUTANT({mutant.number}) ? {choice}){text[at.end:]}"
    return f'#include "{SWITCH}"\n#line 1\n{text}'


def with_kernels_from_folder(text: str) -> str:
    """The file that holds the compiled kernels, changed so that those of a folder come first, and that each use is seen."""
    text = re.sub(r'(#include "kernel_table.inc"[^\n]*)', r"\1\n#define kKernels pnKernels(kKernels)", text)
    text = re.sub(r"( kernels\(\)\s*\{)", r'\1 pnReachKernel(kKernels, "");', text)
    text = re.sub(r"( kernel\(std::string_view name\)\s*\{)", r"\1 pnReachKernel(kKernels, name);", text)
    assert text.count("pnReachKernel") == 2
    return f'#include "{SWITCH}"\n{text}'


def make_tree(tree: pathlib.Path) -> None:
    """Copies the commit into tree, with all mutants of C and C++ in it; a file that stays the same keeps its time."""
    places = placed(ROOT)
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        content = (ROOT / name).read_bytes()
        if name in places and not name.startswith("shaders/"):
            content = switched(content.decode(), places[name]).encode()
        if name == KERNEL_TABLE:
            content = with_kernels_from_folder(content.decode()).encode()
        target = tree / name
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            shutil.copymode(ROOT / name, target)


def refused_by(log: str) -> set[str]:
    """The mutants of the list on whose lines a compiler found an error."""
    rows = set(re.findall(r"((?:plugin|tools)/[\w/.-]+):(\d+):\d+: (?:fatal )?(?:error|note|  *required)", log))
    return {name_of(mutant.file, mutant) for file, places in placed(ROOT).items() for mutant, at in places
            for row in range(at.row, at.row + at.mutated.count("\n") + 1) if (file, str(row + 1)) in rows}


def kernel_variants(root: pathlib.Path) -> dict[str, list[str]]:
    """The source and the defines of each kernel variant of the product, in the order of its table."""
    lines = re.findall(r"^pn_add_kernel\((\S+) (\S+)(.*)\)", (root / "shaders/kernels.cmake").read_text(), re.M)
    return {name: [f"shaders/{source}", *(f"-D{d}" for d in defines.split())] for name, source, defines in lines}


def included(file: pathlib.Path, root: pathlib.Path) -> set[pathlib.Path]:
    """The shader and what it includes."""
    names = re.findall(r'^\s*#\s*include "([^"]+)"', file.read_text(), re.M)
    return {file}.union(*(included(root / name, root) for name in names if (root / name).is_file()))


def compile_kernels(tree: pathlib.Path) -> set[str]:
    """Compiles each kernel's mutants, and keeps in tree/spirv/NUMBER what differs from the kernel without them. The mutants
    that do not compile, or change no variant."""
    variants = kernel_variants(ROOT)
    users = {v: included(ROOT / source, ROOT / "shaders") for v, (source, *_) in variants.items()}

    def compiled(variant: str, folder: pathlib.Path) -> bytes:
        source, *defines = variants[variant]
        return subprocess.run(["glslc", "--target-env=vulkan1.1", "-O", *defines, "-I", "shaders", "-I", ROOT / "tools", source, "-o", "-"],
                              cwd=folder, stdin=subprocess.DEVNULL, capture_output=True).stdout

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, tempfile.TemporaryDirectory() as scratch:
        originals = dict(zip(variants, pool.map(lambda v: compiled(v, ROOT), variants)))
        refused = set()
        for file, mutants in placed(ROOT).items():
            for mutant, at in mutants if file.startswith("shaders/") else []:
                out = tree / "spirv" / str(mutant.number)
                shutil.rmtree(out, ignore_errors=True)
                out.mkdir(parents=True)
                folder = pathlib.Path(scratch) / str(mutant.number)
                shutil.copytree(ROOT / "shaders", folder / "shaders")
                text = (ROOT / file).read_text()
                mutated = at.mutated.replace("PN_OTHER(", "1 + (")
                (folder / file).write_text(text[:at.start] + mutated + text[at.end:])
                users_of_file = [v for v in variants if ROOT / file in users[v]]
                for variant, words in zip(users_of_file, pool.map(lambda v: compiled(v, folder), users_of_file)):
                    if words and words != originals[variant]:
                        (out / f"{variant}.spv").write_bytes(words)
                if not any(out.iterdir()):
                    refused.add(name_of(mutant.file, mutant))
    return refused


class Test(typing.NamedTuple):
    name: str
    command: list[str]
    environment: dict[str, str]
    folder: str


def tests_of(build: pathlib.Path, is_long: bool) -> list[Test]:
    """The tests of a build that run on the CPU or on a driver of Vulkan: those of ./test.sh, or those that it leaves out."""
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True).stdout
    result = []
    for test in json.loads(listed)["tests"]:
        values = {p["name"]: p["value"] for p in test["properties"]}
        labels = set(values.get("LABELS", []))
        if labels & {"unit", "property", "abi", "image", "cli", "fuzz", "gpu"} and "csharp" not in labels and ("long" in labels) == is_long:
            environment = dict(e.split("=", 1) for e in values.get("ENVIRONMENT", []))
            result.append(Test(test["name"], test["command"], environment, values["WORKING_DIRECTORY"]))
    return result


def passes(test: Test, seconds: float, **environment: str) -> bool:
    """Whether a test passes within a time. Whatever it started is ended with it."""
    process = subprocess.Popen(test.command, cwd=test.folder, env={**os.environ, "PN_REQUIRE_GPU": "1", **test.environment, **environment},
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait(seconds) in (0, 77)
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def reached_file(tree: pathlib.Path, is_long: bool) -> pathlib.Path:
    return tree / ("reached_long.json" if is_long else "reached.json")


def reach(tree: pathlib.Path, jobs: int, is_long: bool) -> None:
    """Runs each test without a mutant, and notes how long it took and what it reached."""
    def measured(test: Test) -> tuple[float, list[int]] | None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(1024))
            file.flush()
            start = time.monotonic()
            if not passes(test, LONGEST_TEST, PN_MUTANT_REACHED=file.name):
                print("left out:", test.name, flush=True)
                return None
            return time.monotonic() - start, [i for i, is_reached in enumerate(pathlib.Path(file.name).read_bytes()) if is_reached]

    tests = tests_of(tree / "build/release", is_long)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = {t.name: m for t, m in zip(tests, pool.map(measured, tests)) if m is not None}
    reached_file(tree, is_long).write_text(json.dumps(found))


def run(tree: pathlib.Path, jobs: int, out: pathlib.Path, is_long: bool) -> None:
    """Runs each mutant against the tests that reach it until one fails: quick ones first, and those that reach little else.
    A result that out already has is kept; with is_long, what survives the other tests is run again."""
    reached = json.loads(reached_file(tree, is_long).read_text())
    tests = sorted((t for t in tests_of(tree / "build/release", is_long) if t.name in reached),
                   key=lambda t: reached[t.name][0] * len(reached[t.name][1]))
    variants = list(kernel_variants(ROOT))
    lines = out.read_text().splitlines() if out.exists() else []
    if is_long:
        lines = [line for line in lines if line.split("\t")[1] not in ("survived", "not reached")]
        out.write_text("".join(line + "\n" for line in lines))
    done = set(int(line.split("\t")[0]) for line in lines)
    places = {m.number for of_file in placed(ROOT).values() for m, _ in of_file}

    def result(mutant: Mutant) -> str:
        if mutant.number not in places:
            return "gone"
        wanted, environment = {mutant.number}, {"PN_MUTANT": str(mutant.number)}
        if mutant.group == "kernels":
            folder = tree / "spirv" / str(mutant.number)
            wanted = {FIRST_KERNEL + variants.index(file.stem) for file in folder.iterdir()}
            environment = {"PN_MUTANT_KERNELS": str(folder)}
        those = [t for t in tests if not wanted.isdisjoint(reached[t.name][1])]
        for test in those:
            if not passes(test, 10 * reached[test.name][0] + 10, **environment):
                return f"killed{' by --all' if is_long else ''}\t{test.name}"
        return f"survived\t{len(those)} tests" if those else "not reached"

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool, out.open("a") as file:
        left = {pool.submit(result, m): m for m in read_list() if m.number not in done}
        for one in concurrent.futures.as_completed(left):
            file.write(f"{left[one].number}\t{one.result()}\n")
            file.flush()
    out.write_text("".join(sorted(out.read_text().splitlines(keepends=True), key=lambda line: int(line.split("\t")[0]))))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["tree", "kernels", "refused", "reach", "run"])
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path, nargs="?")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if arguments.command == "tree":
        make_tree(arguments.tree)
    elif arguments.command == "kernels":
        print(*sorted(compile_kernels(arguments.tree)), sep="\n")
    elif arguments.command == "refused":
        print(*sorted(refused_by(arguments.file.read_text())), sep="\n")
    elif arguments.command == "reach":
        reach(arguments.tree, arguments.jobs, arguments.long)
    else:
        run(arguments.tree, arguments.jobs, arguments.file, arguments.long)


if __name__ == "__main__":
    main()
