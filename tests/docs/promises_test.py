"""Every test that docs/promises.md names exists in this build, and every script."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
COLUMN = {"what went wrong": 3, "promise": 2}  # the tests', by the heading of column 1


def tests_of_build():
    listed = subprocess.run([os.environ["PN_CTEST"], "-N"], cwd=os.environ["PN_BUILD"], check=True, capture_output=True,
                            text=True).stdout
    names = re.findall(r"^ *Test +#\d+: (.+)$", listed, re.M)
    return {name.split("  # ")[0].strip() for name in names}  # gtest adds parameters


def named_tests(page):
    """(row, name) for each name in a column of tests."""
    column, found = None, []
    for line in page.read_text().splitlines():
        if not line.startswith("|"):
            column = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if column is None:
            column = COLUMN.get(cells[1])
        elif column is not None and cells[0].isdigit():
            found += [(cells[0], name) for name in re.findall(r"`([^`]+)`", cells[column])] or [(cells[0], None)]
    return found


class Promises(unittest.TestCase):
    def test_each_named_test_exists(self):
        known = tests_of_build()
        named = named_tests(ROOT / "docs/promises.md")
        self.assertGreater(len(named), 60)
        self.assertEqual([row for row, name in named if name is None], ["20"], "only coverage has no test")
        missing = [name for _, name in named
                   if name and name not in known and not (name.startswith("tests/") and (ROOT / name).exists())]
        self.assertFalse(missing, f"no such tests: {missing}")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
