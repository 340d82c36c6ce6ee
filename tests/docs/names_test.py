"""Files, tests and names of code that the pages mention exist, and so do the targets of their links."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
sys.path.insert(0, str(ROOT / "tests/witness"))
import comparison  # noqa: E402

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")), *ROOT.glob("samples/*/README.md"),
         *ROOT.glob("tests/**/README.md"), *ROOT.glob("tools/*/README.md")]
CODE = ("plugin", "shaders", "tools", "include", "samples", "tests", "cmake", "scripts", "python")
ENDINGS = r"(?:cpp|h|hpp|c|comp|glsl|hlsl|frag|cmake|cs|mjs|py|sh)"
MADE = {"share", "study", "probes", "build", "dist", "lib", "bin"}  # folders of what programs write
UNITYS = {"LitGBufferPass.hlsl", "LitForwardPass.hlsl", "ProbeVolume.hlsl", "LightLoop.hlsl", "HDProbe.cs", "SHMath.h",
          "SphericalHarmonics.hlsl"}  # of engines

QUESTIONS = [  # the question, the page that answers, and the words above the answer
    ("Where do texels become moments?", "docs/architecture.md", "### Where texels become moments"),
    ("How do I add a file format?", "docs/formats.md", "To add a format"),
    ("How do I add a convention?", "docs/conventions.md", "## To add a convention"),
    ("What bounds memory in a bake?", "docs/bake.md", "**What bounds memory**"),
    ("How is a kernel proved?", "docs/testing.md", "## How a kernel is proved"),
]


def tracked():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:  # not a clone
        return [str(path.relative_to(ROOT)) for folder in CODE for path in (ROOT / folder).rglob("*") if path.is_file()]
    return done.stdout.splitlines()


def words(page):
    """What stands between backticks in prose and tables."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S))


def links(page):
    """(target, anchor) of each link to a file."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for name, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text):
        if not name.startswith("http"):
            yield (page.parent / name).resolve() if name else page, anchor


def anchors(page):
    """What GitHub makes of a page's headings."""
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.M)]


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

    def test_readme_has_the_stored_table_of_other_programs(self):
        stored = json.loads((ROOT / "tests/witness/files/comparison.json").read_text())
        self.assertIn(comparison.table(stored), (ROOT / "README.md").read_text())

    @unittest.skipUnless((ROOT / ".git").exists(), "not a clone")
    def test_walks_are_those_of_the_code(self):
        done = subprocess.run([sys.executable, "-B", ROOT / "scripts/walks.py"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (ROOT / "docs/architecture.md").read_text()
        for table in done.stdout.split("<!-- end -->\n")[:-1]:
            self.assertTrue(table in page, "the code has changed; scripts/walks.py --write")

    def test_links_lead_somewhere(self):
        for page in PAGES:
            for target, anchor in links(page):
                with self.subTest(page=page.name, link=target, anchor=anchor):
                    self.assertTrue(target.exists())
                    self.assertTrue(not anchor or target.suffix != ".md" or anchor in anchors(target), "no such heading")

    def test_a_stranger_finds_answers_in_three_pages(self):
        near = {ROOT / "README.md"}
        for _ in range(2):
            near |= {target for page in near if page.suffix == ".md" for target, _ in links(page)}
        for question, page, answer in QUESTIONS:
            with self.subTest(question=question):
                self.assertIn(ROOT / page, near)
                self.assertTrue(answer in (ROOT / page).read_text(), "no such words")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
