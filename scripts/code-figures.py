#!/usr/bin/env python3
"""Figures of the code: lines and files by room, include cycles, includes against the layers, folders that no README describes,
long files and functions, and the stems that kernels, shared headers, CPU twins, Vulkan hosts and tests have in common.

Usage: scripts/code-figures.py            prints the figures
       scripts/code-figures.py --check    fails on an include cycle, an include against the layers, or a folder that no
                                          README describes
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE_ROOTS = ["plugin", "shaders", "tools/probenorm", "tools", "include", "samples", "samples/scene"]
CODE = ("plugin", "shaders", "tools", "include")
# Each folder may include those before it in its row. The plugin includes nothing of tools, and tools nothing of the plugin but
# for bench, which measures its layers.
LAYERS = [
    ["plugin/core", "plugin/vulkan", "plugin/api", "plugin/unity"],
    ["plugin/core/sh", "plugin/core/prefilter", "plugin/core/kernel", "plugin/core/light", "plugin/core/cpu"],
    ["plugin/vulkan/device", "plugin/vulkan/passes", "plugin/vulkan/job", "plugin/vulkan"],
    [f"tools/probenorm/image/{room}" for room in ("files", "texels", "formats", "resample")],
    [f"tools/probenorm/{room}" for room in ("support", "image", "decode", "sh", "picture", "run", "bake", "commands", "bench")],
]
LONGEST_FILE = 300
PRODUCTION = ("include", "plugin", "shaders", "tools", "samples", "python", "javascript")
ENDINGS = r"\.(c|h|hpp|cpp|comp|glsl|hlsl|vert|frag|cs|py|sh|js|mjs|html|css|shader|compute|cginc)$"
WRITTEN = r"\.g\.cs$|_generated[^/]*\.py$|\.inc$"  # by scripts/bindings.py, as are files that say so in their first lines
STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[{}]'")
FUNCTION = re.compile(r"^[ \t]*(?!else|return|namespace|struct|class|enum|union)(?:[\w:<>,&*~]+[ \t]+)+[\w:~&*]+\([^;{}]*\)"
                      r"(?: const| override| noexcept)*\n[ \t]*\{", re.M)


def tracked(*folders):
    names = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [n for n in names.split("\0") if (ROOT / n).is_file()]


def code_files():
    return [ROOT / n for n in tracked(*CODE) if re.search(r"\.(h|hpp|cpp|c|comp|glsl|hlsl)$", n)]


def is_by_hand(text):
    return "written by scripts" not in "\n".join(text.splitlines()[:3]).lower()


def lines_of(names):
    """{name: lines} of code in any language, without what scripts write, except in tests."""
    texts = {n: (ROOT / n).read_text() for n in names if re.search(ENDINGS, n)}
    return {n: text.count("\n") for n, text in texts.items()
            if n.startswith("tests/") or not re.search(WRITTEN, n) and is_by_hand(text)}


def by_room(lines):
    """{room: (lines, files)}, with all that lies below a room, for rooms up to three folders deep."""
    rooms = {}
    for name, count in lines.items():
        parts = pathlib.PurePosixPath(name).parent.parts
        for depth in range(1, min(len(parts), 3) + 1):
            room = "/".join(parts[:depth])
            before = rooms.get(room, (0, 0))
            rooms[room] = (before[0] + count, before[1] + 1)
    return dict(sorted(rooms.items()))


def totals():
    """Lines of the product and of its tests, words of Markdown, and files."""
    words = sum(len((ROOT / n).read_text().split()) for n in tracked("*.md"))
    return {"production": sum(lines_of(tracked(*PRODUCTION)).values()), "tests": sum(lines_of(tracked("tests")).values()),
            "words": words, "files": len(tracked())}


def resolve(file, name):
    for folder in [file.parent, *(ROOT / r for r in INCLUDE_ROOTS)]:
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def include_graph(files):
    return {f: [t for n in re.findall(r'^\s*#\s*include "([^"]+)"', f.read_text(), re.M) if (t := resolve(f, n)) and t != f]
            for f in files}


def cycles(graph):
    found, done = [], set()

    def visit(file, path):
        if file in path:
            found.append(path[path.index(file):])
        elif file not in done:
            done.add(file)
            for target in graph.get(file, []):
                visit(target, [*path, file])

    for file in graph:
        visit(file, [])
    return found


def is_upward(name, target):
    if name.startswith("plugin/") and target.startswith(("tools/", "samples/")):
        return True
    if name.startswith("tools/") and target.startswith(("plugin/", "samples/")) and not name.startswith("tools/probenorm/bench/"):
        return True
    for row in LAYERS:
        layers = [max((layer for layer in row if n.startswith(layer + "/")), key=len, default=None) for n in (name, target)]
        if None not in layers and row.index(layers[1]) > row.index(layers[0]):
            return True
    return False


def upward(graph):
    names = ((str(file.relative_to(ROOT)), str(target.relative_to(ROOT))) for file in graph for target in graph[file])
    return [f"{name} -> {target}" for name, target in names if is_upward(name, target)]


def is_described(folder, above):
    """Whether the README of a folder above names the folder, or one that holds it; for the root, docs/architecture.md."""
    is_root = above == folder.parents[-1]
    page = ROOT / ("docs/architecture.md" if is_root else above / "README.md")
    if not page.is_file() or is_root and (ROOT / folder.parts[0] / "README.md").is_file():
        return False
    inside = folder.relative_to(above)
    return folder == above or any(f"`{part}`" in page.read_text() for part in [inside, *inside.parents][:-1])


def undescribed_folders():
    """Folders of code of which neither a README nor docs/architecture.md says what lives there."""
    names = tracked(*CODE, "tests", "samples", "python", "scripts")
    folders = {pathlib.PurePosixPath(n).parent for n in names if re.search(r"\.(h|hpp|c|cpp|cs|comp|glsl|hlsl|py|sh|js)$", n)}
    for folder in sorted(folders):
        if not any(is_described(folder, part) for part in [folder, *folder.parents]):
            yield str(folder)


def longest_function(files):
    best = (0, "")
    for file in files:
        text = STRING.sub(lambda m: "_" * len(m.group(0)), file.read_text())  # whose braces do not count
        for match in FUNCTION.finditer(text):
            depth, end = 0, match.end() - 1
            while end < len(text):
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
                if depth == 0:
                    break
            body = text[match.end():end]
            best = max(best, (body.count("\n") + 2, f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"))
    return best


def stems():
    for kernel in sorted((ROOT / "shaders").glob("*.comp")):
        stem = kernel.stem
        has_twin = "No CPU twin" not in kernel.read_text()
        places = {"shared header": [f"shaders/shared/{stem}.h"],
                  "test": [f"tests/vulkan/{stem}_test.cpp", f"tests/core/{stem}_test.cpp"]}
        if has_twin:
            places["twin"] = [f"plugin/core/kernel/{stem}.cpp"]
        yield stem, [what for what, paths in places.items() if not any((ROOT / p).exists() for p in paths)]


def main():
    files = code_files()
    graph = include_graph(files)
    found_cycles, found_upward, undescribed = cycles(graph), upward(graph), list(undescribed_folders())
    print(f"include cycles: {len(found_cycles)}")
    for cycle in found_cycles:
        print("   ", " -> ".join(str(f.relative_to(ROOT)) for f in cycle))
    print(f"includes against the layers: {len(found_upward)}")
    for line in found_upward:
        print("   ", line)
    print(f"folders that no README describes: {len(undescribed)}")
    for folder in undescribed:
        print("   ", folder)
    lines = lines_of(tracked(*PRODUCTION, "tests"))
    for room, (count, number) in by_room(lines).items():
        print(f"{'    ' * room.count('/')}{room}: {count} lines in {number} files")
    print("together: " + ", ".join(f"{what} {count}" for what, count in totals().items()))
    for count, name in sorted(((n, f) for f, n in lines.items() if n > LONGEST_FILE), reverse=True):
        print(f"    {count} lines: {name}")
    print("longest function: {} lines, {}".format(*longest_function([f for f in files if f.suffix in (".cpp", ".h", ".comp", ".glsl")])))
    for stem, missing in stems():
        print(f"kernel {stem}: " + ("complete" if not missing else "lacks " + ", ".join(missing)))
    return 1 if "--check" in sys.argv and (found_cycles or found_upward or undescribed) else 0


if __name__ == "__main__":
    sys.exit(main())
