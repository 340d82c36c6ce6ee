"""Reads every kernel and its CPU twin and compares their functions.

A kernel names its twin in its opening comment: "CPU twin: plugin/core/kernel/....cpp". Each function of the kernel, and
of the library files that it includes, must have a namesake in the twin, unless the comment above it says "Device only".
Namesakes must call their namesakes in the same order. GLSL macros count as part of the function that uses them, and
helpers that only the twin has as part of the function that calls them.

Usage: twins_test.py PROJECT_FOLDER
"""

import pathlib
import re
import sys

KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "static_assert", "decltype", "alignas"}
COMMENT = re.compile(r"//[^\n]*")
GLSL_FUNCTION = re.compile(r"^(?:\w+) (\w+)\([^;{}]*\)\n\{", re.M)
CPP_FUNCTION = re.compile(
    r"^[ \t]*(?:[\w:]+(?:<[^;{}()]*>)?[&*]?[ \t]+[&*]?)+(\w+)\([^;{}]*\)(?: const)?\n[ \t]*\{", re.M)
MACRO = re.compile(r"^#define (\w+)(?:\([^)]*\))?((?:[^\n]*\\\n)*[^\n]*)", re.M)


def body(text, start):
    """The text of the braces that open at start."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start:i]
    raise ValueError("unbalanced braces")


def comment_above(text, start):
    lines = text[:start].rstrip("\n").split("\n")
    found = []
    while lines and lines[-1].lstrip().startswith("//"):
        found.append(lines.pop())
    return " ".join(reversed(found))


def functions(text, pattern):
    """Name to (body without comments, comment above); overloads are joined."""
    result = {}
    for match in pattern.finditer(text):
        name = match.group(1)
        if name in KEYWORDS:
            continue
        code = COMMENT.sub("", body(text, match.end() - 1))
        old, comment = result.get(name, ("", ""))
        result[name] = (old + code, comment or comment_above(text, match.start()))
    return result


def words(code):
    return re.findall(r"\b[A-Za-z_]\w*\b", code)


def calls(code, namesakes, expand, seen=()):
    """Namesakes in the order in which code mentions them; a name of expand stands for its own text."""
    result = []
    for word in words(code):
        if word in namesakes:
            if word not in result:
                result.append(word)
        elif word in expand and word not in seen:
            result += [w for w in calls(expand[word], namesakes, expand, (*seen, word)) if w not in result]
    return result


class Kernel:
    def __init__(self, root, path):
        self.root, self.path = root, path
        self.text = path.read_text()
        head = self.text[:self.text.index("#version")]
        named = head[head.find("CPU twin:"):]
        self.has_none = "No CPU twin:" in head
        self.twins = [root / name for name in re.findall(r"plugin/[\w/]+\.cpp", named)]

    def glsl(self):
        files, queue = [], [self.path]
        while queue:
            file = queue.pop(0)
            files.append(file.read_text())
            for name in re.findall(r'#include "(lib/\w+\.glsl)"', files[-1]):
                queue.append(self.root / "shaders" / name)
        return "\n".join(files)

    def cpp(self):
        plugin, seen, queue, files = self.root / "plugin", set(), list(self.twins), []
        while queue:
            file = queue.pop(0)
            if file in seen or not file.exists():
                continue
            seen.add(file)
            files.append(file.read_text())
            for name in re.findall(r'#include "(core/kernel/[\w-]+)\.h"', files[-1]):
                queue += [plugin / (name + ".h"), plugin / (name + ".cpp")]
        return "\n".join(files)


def differences(kernel):
    if kernel.has_none:
        return
    if not kernel.twins or not all(twin.exists() for twin in kernel.twins):
        yield "its opening comment names no twin that exists"
        return
    if kernel.twins[0].stem != kernel.path.stem:
        yield f"its twin is {kernel.twins[0].name}"
    text = kernel.glsl()
    glsl = functions(text, GLSL_FUNCTION)
    cpp = functions(kernel.cpp(), CPP_FUNCTION)
    macros = {name: COMMENT.sub("", code) for name, code in MACRO.findall(text)}
    device_only = {name for name, (_, comment) in glsl.items() if "Device only" in comment}
    for name in sorted(set(glsl) - {"main"}):
        if name in device_only and name in cpp:
            yield f"{name} is marked as device only and has a namesake"
        if name not in device_only and name not in cpp:
            yield f"{name} has no namesake in the twin"
    namesakes = {name for name in set(glsl) & set(cpp) if name not in device_only}
    devices = {name: glsl[name][0] for name in device_only} | macros
    helpers = {name: code for name, (code, _) in cpp.items() if name not in namesakes}
    for name in sorted(namesakes):
        others = namesakes - {name}
        direct = calls(glsl[name][0], others, macros)
        every = calls(glsl[name][0], others, devices)
        twin = calls(cpp[name][0], others, helpers)
        twin_direct = calls(cpp[name][0], others, {})
        for missing in [c for c in direct if c not in twin]:
            yield f"{name} calls {missing}, its namesake does not"
        for missing in [c for c in twin_direct if c not in every]:
            yield f"the namesake of {name} calls {missing}, the kernel does not"
        common = [c for c in direct if c in twin]
        if common != [c for c in twin if c in common]:
            yield f"{name} calls {', '.join(common)}; its namesake {', '.join(c for c in twin if c in common)}"
    print(f"{kernel.path.name}: {len(namesakes)} namesakes, {len(device_only)} functions of the device only")


def main():
    root = pathlib.Path(sys.argv[1])
    kernels = [Kernel(root, path) for path in sorted((root / "shaders").glob("*.comp"))]
    found = [f"{k.path.name}: {d}" for k in kernels for d in differences(k)]
    print("\n".join(found))
    if len(kernels) < 6:
        print(f"{len(kernels)} kernels were found; there are six or more")
    return 1 if found or len(kernels) < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
