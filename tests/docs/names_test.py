"""Files and names of code that the pages mention exist, and so do the targets of their links."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")), *ROOT.glob("samples/*/README.md"),
         *ROOT.glob("tests/**/README.md"), *ROOT.glob("tools/*/README.md")]
CODE = ("plugin", "shaders", "tools", "include", "samples", "tests", "cmake", "scripts", "python")
ENDINGS = r"(?:cpp|h|hpp|c|comp|glsl|hlsl|frag|cmake|cs|mjs|py|sh)"
MADE = {"share", "study", "probes", "build", "dist", "lib", "bin"}  # folders of what programs write
UNITYS = {"LitGBufferPass.hlsl", "LitForwardPass.hlsl", "ProbeVolume.hlsl", "LightLoop.hlsl", "HDProbe.cs", "SHMath.h",
          "SphericalHarmonics.hlsl"}  # of engines


def tracked():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:  # not a clone
        return [str(path.relative_to(ROOT)) for folder in CODE for path in (ROOT / folder).rglob("*") if path.is_file()]
    return done.stdout.splitlines()


def words(page):
    """What stands between backticks in prose and tables."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S))


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = tracked()
        cls.endings = {part for file in cls.files for part in (file, *(file.split("/", i)[-1] for i in range(1, file.count("/") + 1)))}

    def test_files_exist(self):
        for page in PAGES:
            for word in words(page):
                if re.fullmatch(rf"[\w./~-]+\.{ENDINGS}", word) and word.split("/")[0] not in MADE | UNITYS:
                    with self.subTest(page=page.name, file=word):
                        self.assertTrue(word in self.endings, "no such file")
                elif re.fullmatch(rf"(?:{'|'.join(CODE)})/[\w./~-]+", word) and not re.search(r"/[A-Z]+(\.\w+)?$", word):  # a name to fill in
                    with self.subTest(page=page.name, folder=word):
                        self.assertTrue((ROOT / word).exists())

    def test_names_of_the_architecture_exist(self):
        code = "\n".join((ROOT / file).read_text(errors="replace") for file in self.files if file.split("/")[0] in CODE)
        names = set(re.findall(r"\w+", code))
        for word in words(ROOT / "docs/architecture.md"):
            if re.fullmatch(r"[A-Za-z_]\w*(?:::\w+)*(?:\(\))?", word):
                with self.subTest(name=word):
                    for part in word.rstrip("()").split("::"):
                        self.assertTrue(part in names, "no such name in the code")

    @unittest.skipUnless((ROOT / ".git").exists(), "not a clone")
    def test_walks_are_those_of_the_code(self):
        done = subprocess.run([sys.executable, "-B", ROOT / "scripts/walks.py"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (ROOT / "docs/architecture.md").read_text()
        for table in done.stdout.split("<!-- end -->\n")[:-1]:
            self.assertTrue(table in page, "the code has changed; scripts/walks.py --write")

    def test_links_lead_somewhere(self):
        for page in PAGES:
            text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
            for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
                if not target.startswith("http"):
                    with self.subTest(page=page.name, link=target):
                        self.assertTrue((page.parent / target).exists())


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
