"""The product may only become smaller: lines of code, words of Markdown, and files. No line of Markdown is longer than 150
characters, and README.md has at most 200 lines."""

import importlib
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
sys.path.insert(0, str(ROOT / "scripts"))
figures = importlib.import_module("code-figures")
# As code-figures.py counts. Lower them as they fall; a new capability may add what its issue allows.
MOST = {"production": 80930, "tests": 53750, "words": 59460, "files": 1455}
AIM = {"production": 70000, "tests": 42000, "words": 45000, "files": 1400}


def pages():
    done = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return [ROOT / name for name in done.stdout.splitlines() if (ROOT / name).exists()]
    return [path for path in ROOT.rglob("*.md") if "build" not in path.parts and "node_modules" not in path.parts]  # not a clone


class Size(unittest.TestCase):
    def test_no_line_is_too_long(self):
        long = [f"{page.relative_to(ROOT)}:{number}" for page in pages() for number, line in enumerate(page.read_text().splitlines(), 1) if len(line) > 150]
        self.assertFalse(long, "lines above 150 characters")

    def test_readme_is_short(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 200)

    @unittest.skipUnless((ROOT / ".git").exists(), "not a clone")
    def test_nothing_has_grown(self):
        for what, count in figures.totals().items():
            with self.subTest(what=what, aim=AIM[what]):
                self.assertLessEqual(count, MOST[what])


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
