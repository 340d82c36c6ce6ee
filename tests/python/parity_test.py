"""Whoever extends probenorm.h extends its four other faces: probenorm.hpp, this module, the C# package, docs/abi.md.

Abi.bindings proves what scripts/bindings.py writes of them. Here is what people write: a call of each function, and a name
of each function, enumeration and preset on the page.
"""

import os
import re
import unittest
from pathlib import Path

import probenorm
from probenorm import _native

SOURCE = Path(os.environ["PN_SOURCE"])
HEADER = re.sub(r"/\*.*?\*/", "", (SOURCE / "include/probenorm/probenorm.h").read_text(), flags=re.S)
FUNCTIONS = re.findall(r"^PN_API .*?\b(pn[A-Z]\w*)\(", HEADER, re.M)
ENUMERATIONS = re.findall(r"typedef int32_t Pn(\w+);\s*enum", HEADER)


def read(pattern):
    return "".join(path.read_text() for path in sorted(SOURCE.glob(pattern)))


class Parity(unittest.TestCase):
    def assertNames(self, found, names, place):
        missing = sorted(set(names) - set(found))
        self.assertEqual(missing, [], f"{place} lacks these")

    def test_the_header_is_read(self):
        self.assertGreaterEqual(len(FUNCTIONS), 30)
        self.assertGreaterEqual(len(ENUMERATIONS), 14)

    def test_the_cpp_layer_has_every_function(self):
        code = re.sub(r"//[^\n]*", "", read("include/probenorm/probenorm.hpp"))
        self.assertNames(re.findall(r"\b(pn[A-Z]\w*)\(", code), FUNCTIONS, "probenorm.hpp")

    def test_the_python_module_has_every_function_and_enumeration(self):
        self.assertEqual(sorted(_native.FUNCTIONS), sorted(FUNCTIONS), "_native.FUNCTIONS")
        calls = re.findall(r"\b_?lib\.(pn[A-Z]\w*)", read("python/probenorm/*.py"))
        self.assertNames(calls, FUNCTIONS, "python/probenorm")
        self.assertNames(dir(probenorm), ENUMERATIONS, "probenorm")

    def test_the_csharp_package_has_every_function(self):
        imports = re.findall(r"\bextern\b[^;(]*?\b(pn[A-Z]\w*)\(", read("plugin/package/Runtime/Native/*.cs"))
        self.assertNames(imports, FUNCTIONS, "plugin/package/Runtime/Native")

    def test_the_page_has_every_function_and_enumeration(self):
        page = read("docs/abi.md")
        self.assertNames(re.findall(r"`(pn[A-Z]\w*)`", page), FUNCTIONS, "docs/abi.md")
        self.assertNames(re.findall(r"`Pn(\w+)`", page), ENUMERATIONS, "docs/abi.md")
        self.assertNames(re.findall(r"`([a-z0-9-]+)`", page), probenorm.preset_names(), "docs/abi.md")


if __name__ == "__main__":
    unittest.main()
