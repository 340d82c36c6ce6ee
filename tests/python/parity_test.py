"""Whoever extends probenorm.h extends its four other faces: probenorm.hpp, this module, the C# package, docs/abi.md.

Each must have every function and every enumeration with its values. Presets are an enumeration, and docs/abi.md names
each by the name that users type.
"""

import os
import re
import unittest
from pathlib import Path

import probenorm
from probenorm import _native

SOURCE = Path(os.environ["PN_SOURCE"])
HEADER = SOURCE / "include/probenorm/probenorm.h"

# C# has its own names for these, and leaves out COUNT.
FLAGS = {"CONTEXT": "ContextFlags"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def read(pattern):
    return "".join(path.read_text() for path in sorted(SOURCE.glob(pattern)))


def functions():
    return re.findall(r"^PN_API .*?\b(pn[A-Z]\w*)\(", HEADER.read_text(), re.M)


def plain(name):
    return name.replace("_", "").upper()


def short(kind, name):
    """DEVICE_TYPE_OTHER of DeviceType is OTHER, LOG_ERROR of LogLevel is ERROR, ERROR_TIMEOUT of Result stays whole."""
    prefix = plain(re.sub("(Policy|Level|Flags|Result)$", "", kind))
    name = plain(name)
    return name[len(prefix) :] if prefix and name.startswith(prefix) else name


def enumerations():
    """{"Preset": {"UNREAL": 2, ...}, ...}"""
    found = {}
    pattern = r"(?:typedef int32_t Pn(\w+);\s*)?enum\s*\{(.*?)\}"
    for kind, body in re.findall(pattern, without_comments(HEADER.read_text()), re.S):
        values = {name: int(value) for name, value in re.findall(r"PN_(\w+) = (-?\d+)", body)}
        kind = kind or FLAGS.get(next(iter(values)).split("_")[0])
        assert kind, f"an enumeration without a type: {values}"
        found[kind] = {short(kind, name): value for name, value in values.items() if not name.endswith("_COUNT")}
    return found


class Parity(unittest.TestCase):
    def assertNames(self, found, names, place):
        missing = sorted(set(names) - set(found))
        self.assertEqual(missing, [], f"{place} lacks these")

    def test_the_header_is_read(self):
        self.assertGreaterEqual(len(functions()), 30)
        self.assertGreaterEqual(len(enumerations()), 15)
        self.assertEqual(enumerations()["Preset"]["HDRPCORRECTED"], 4)
        self.assertEqual(enumerations()["ContextFlags"]["KEEPLOG"], 4)

    def test_the_cpp_layer_has_every_function(self):
        code = without_comments(read("include/probenorm/probenorm.hpp"))
        self.assertNames(re.findall(r"\b(pn[A-Z]\w*)\(", code), functions(), "probenorm.hpp")

    def test_the_python_module_has_every_function(self):
        self.assertEqual(sorted(_native.FUNCTIONS), sorted(functions()), "_native.FUNCTIONS")
        calls = re.findall(r"\b_?lib\.(pn[A-Z]\w*)", read("python/probenorm/*.py"))
        self.assertNames(calls, functions(), "python/probenorm")

    def test_the_python_module_has_every_enumeration(self):
        for kind, values in enumerations().items():
            mirrored = {plain(name): value.value for name, value in getattr(probenorm, kind).__members__.items()}
            self.assertEqual(mirrored, values, kind)

    def test_the_csharp_package_has_every_function(self):
        code = read("plugin/package/Runtime/Native/*.cs")
        imports = re.findall(r"\bextern\b[^;(]*?\b(pn[A-Z]\w*)\(", code)
        self.assertNames(imports, functions(), "plugin/package/Runtime/Native")

    def test_the_csharp_package_has_every_enumeration(self):
        code = without_comments(read("plugin/package/Runtime/Native/*.cs"))
        found = {}
        for kind, body in re.findall(r"\benum (\w+)[^{]*\{(.*?)\}", code, re.S):
            found[kind] = {plain(name): int(value) for name, value in re.findall(r"(\w+) = (-?\d+)", body)}
        for kind, values in enumerations().items():
            self.assertIn(kind, found)
            expected = {short("Error", name) if kind == "Result" else name: value for name, value in values.items()}
            self.assertEqual({name: found[kind].get(name) for name in expected}, expected, kind)

    def test_the_page_has_every_function_and_enumeration(self):
        page = read("docs/abi.md")
        self.assertNames(re.findall(r"`(pn[A-Z]\w*)`", page), functions(), "docs/abi.md")
        self.assertNames(re.findall(r"`Pn(\w+)`", page), set(enumerations()) - {"ContextFlags"}, "docs/abi.md")
        self.assertNames(re.findall(r"`([a-z0-9-]+)`", page), probenorm.preset_names(), "docs/abi.md")


if __name__ == "__main__":
    unittest.main()
