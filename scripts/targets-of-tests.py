#!/usr/bin/env python3
"""targets-of-tests.py REGEX: prints the build targets that the tests need whose names match, for ./test.sh -R.

ctest lists the cases of a GoogleTest program only when it is built, so their names are read from its sources. What add_test()
names is there as soon as the build is configured; such a test needs what its folder builds, and what only long tests need if it is
one. Prints nothing, which builds everything, where it finds no test."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
LONG = "long_tests"  # the target


def cases_of(source):
    """Suite.Case of each test in a source; parametrized ones come without the names of their instances."""
    return [f"{suite}.{case}" for suite, case in re.findall(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", source.read_text(), re.M)]


def programs_of(pattern):
    for line in (BUILD / "tests/programs.txt").read_text().splitlines():
        program, prefixes, *sources = line.split(" ")
        names = [prefix + case for source in sources for case in cases_of(pathlib.Path(source)) for prefix in prefixes.split(",")]
        # Of "All/Suite.Case/Instance" a pattern may name any part.
        if any(pattern.search(name) for name in names) or any(name in pattern.pattern for name in names if "." in name):
            yield program


def folders_of(pattern):
    done = subprocess.run(["ctest", "--preset", "release", "--show-only=json-v1"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = json.loads(done.stdout)
    files, nodes = listed["backtraceGraph"]["files"], listed["backtraceGraph"]["nodes"]
    for test in listed["tests"]:
        if pattern.search(test["name"]) and "backtrace" in test:
            node = nodes[test["backtrace"]]
            while "parent" in node and not files[node["file"]].endswith("CMakeLists.txt"):
                node = nodes[node["parent"]]
            folder = pathlib.Path(files[node["file"]]).parent
            if folder.is_relative_to(ROOT / "tests") and not test["name"].endswith("_NOT_BUILT"):
                yield f"{folder.relative_to(ROOT)}/all"
                if any(p["name"] == "LABELS" and "long" in p["value"] for p in test["properties"]):
                    yield LONG


def main():
    pattern = re.compile(sys.argv[1])
    subprocess.run(["cmake", "--preset", "release", "--log-level=WARNING", "--no-warn-unused-cli", "-DPN_REQUIRE_DRIVERS=ON"],
                   cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    targets = sorted(set(programs_of(pattern)) | set(folders_of(pattern)))
    # A program that is built is listed by its folder, too; then the program is enough.
    programs = [target for target in targets if not target.endswith("/all") and target != LONG]
    folders = [target for target in targets if target.endswith("/all")]
    for target in (programs or folders) + [LONG] * (LONG in targets):
        print(target)


if __name__ == "__main__":
    main()
