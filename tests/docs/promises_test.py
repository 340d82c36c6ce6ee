"""Every test that docs/promises.md names exists in this build, and every script."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])


def tests_of_build():
    listed = subprocess.run([os.environ["PN_CTEST"], "-N"], cwd=os.environ["PN_BUILD"], check=True, capture_output=True,
                            text=True).stdout
    names = re.findall(r"^ *Test +#\d+: (.+)$", listed, re.M)
    return {name.split("  # ")[0].strip() for name in names}  # gtest adds parameters


def named_tests(page):
    """(promise, name) for each name behind "Tests:", or (promise, None)."""
    for promise in re.split(r"^(?=\d+\. )", page.read_text(), flags=re.M)[1:]:
        number, tests = promise.split(".")[0], promise.partition("Tests:")[2].split("\n\n")[0]
        for name in re.findall(r"`([^`]+)`", tests) or [None]:
            yield number, name


class Promises(unittest.TestCase):
    def test_each_named_test_exists(self):
        known = tests_of_build()
        named = list(named_tests(ROOT / "docs/promises.md"))
        self.assertGreater(len(named), 60)
        self.assertEqual([row for row, name in named if name is None], ["20"], "only coverage has no test")
        missing = [name for _, name in named
                   if name and name not in known and not (name.startswith("tests/") and (ROOT / name).exists())]
        self.assertFalse(missing, f"no such tests: {missing}")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
