"""No line of Markdown is longer than 150 characters."""

import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])


def pages():
    done = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return [ROOT / name for name in done.stdout.splitlines() if (ROOT / name).exists()]
    return [path for path in ROOT.rglob("*.md") if "build" not in path.parts and "node_modules" not in path.parts]  # not a clone


class LineLength(unittest.TestCase):
    def test_no_line_is_too_long(self):
        long = [f"{page.relative_to(ROOT)}:{number}" for page in pages() for number, line in enumerate(page.read_text().splitlines(), 1) if len(line) > 150]
        self.assertFalse(long, "lines above 150 characters")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
