"""Every command in README.md and docs is run here, or ELSEWHERE (or PAGES) says who runs it or what it needs that CI has not.

Commands are the lines of blocks marked "sh", the lines after "$ " in any block, and `probenorm ...` in prose or tables
where it names a file. Where a page shows output below "$ command", the output must be it; "..." stands for any lines.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
PROBENORM = pathlib.Path(os.environ["PN_PROGRAM"])
LAB = pathlib.Path(os.environ["PN_LAB"])  # probenorm_lab
WORLD = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")),
         ROOT / "samples/lab/README.md", ROOT / "samples/scene/README.md",
         ROOT / "plugin/package/Documentation~/probenorm.md"]
PAGES.remove(ROOT / "docs/packages.md")  # tests/package does what that page says, with the archives that it packs
PROGRAMS = r"(?:probenorm|probenorm_lab|cmake|ctest|cmgen|Unity|cpu_\w+|[.\w]*/\S+) "

ELSEWHERE = [  # the beginning of a command, and who runs it or what it needs
    (r"\./(demo|test|package)\.sh|\.ci/run|scripts/(install-packages|fetch-test-data|check-format|lint|build)\.sh", "CI runs these scripts"),
    (r"cmake (--preset|--install|--build|-B)", "CI configures and builds; tests/package installs and finds"),
    (r"(PN_\w+=\S+ )*ctest", "other tests; those with PN_FULL_... take minutes"),
    (r"probenorm bench|probenorm_lab|(build/release/tests/bench/)?cpu_\w+", "measures for minutes; tests/cli, tests/lab and tests/bench run it small"),
    (r"cmake -S samples/cub_compare|build/cub/", "needs CUDA"),
    (r"build/release/tests/witness/prefilter_rules_gpu", "is not built by default; it measures on a GPU"),
    (r"cmgen|probenorm compare out/sky_ibl", "needs Filament's cmgen; tests/cli reads what it wrote"),
    (r"build/release/samples/scene/scene|(build/\S+/)?scene \w+", "takes an hour; tests/scene runs it small"),
    (r"(build/release/)?tests/(fuzz|cli|vulkan|witness)/\w+\.(sh|py)", "take minutes to hours; ctest runs their short forms"),
    (r"Unity ", "needs a Unity Editor"),
]


def blocks(text):
    return [(m[1], m[2].splitlines()) for m in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.M | re.S)]


def transcript(lines):
    """(command, shown lines) of a block with "$ "."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def commands(page):
    """(command, shown lines or nothing) of a page, in its order; blocks first."""
    text, found = page.read_text(), []
    for language, lines in blocks(text):
        if any(line.startswith("$ ") for line in lines):
            found += transcript(lines)
        elif language == "sh" or (language == "" and re.match(PROGRAMS, lines[0])):
            found += [(line, []) for line in lines if line and not line.startswith("#")]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for command in re.findall(r"`(probenorm [a-z]+ [^`]+)`", prose):
        if re.search(r"\.(hdr|exr|dds|ktx2?|json|png|txt)\b", command) and not re.search(r"\b[A-Z]{2,}\b|\.\.\.", command):
            found.append((command, []))
    return found


def is_elsewhere(command):
    return any(re.match(pattern, command) for pattern, _ in ELSEWHERE)


def pattern_of(lines):
    """A regular expression for shown output, in which a line "..." is any number of lines."""
    return "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ ]*\n"
                   for line in lines if line.strip())


def make_inputs(folder):
    """Files of the names that the pages use."""
    def probenorm(*arguments):
        subprocess.run([PROBENORM, *arguments], cwd=folder, check=True, capture_output=True)

    shutil.copy(WORLD / "sunset.exr", folder / "sunset.exr")
    shutil.copy(WORLD / "city.exr", folder / "sky.exr")
    probenorm("resample", "sky.exr", "--to", "equirect", "-o", "sky.hdr")
    probenorm("resample", "sky.exr", "--size", "64", "-o", "sky_%.hdr")
    for name in ("probes/hall.exr", "probes/yard.exr", "probes/hall.hdr", "probes/yard.hdr", "maps/hall.exr", "maps/yard.exr"):
        (folder / name).parent.mkdir(exist_ok=True)
        probenorm("resample", "sky.exr", "--to", "equirect", "--size", "32", "-o", name)
    shutil.copy(ROOT / "tests/witness/files/openexr_parts.exr", folder / "render.exr")
    for name in ("probe.dds", "probe.ktx2"):
        probenorm("resample", "sky.exr", "--size", "32", "--mips", "-o", name)
    probenorm("project", "sky.hdr", "-o", "sky.json")
    probenorm("manifest", "maps/hall.exr", "maps/yard.exr", "-o", "probes.json")
    probenorm("manifest", "probes/hall.exr", "probes/yard.exr", "-o", "probes/probes.json")


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.inputs = tempfile.TemporaryDirectory()
        make_inputs(pathlib.Path(cls.inputs.name))

    @classmethod
    def tearDownClass(cls):
        cls.inputs.cleanup()

    def run_command(self, command, shown, folder):
        environment = {**os.environ, "HOME": str(folder), "PATH": f"{PROBENORM.parent}:{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")
        if any(line.strip() for line in shown):
            output = re.sub(r"\n\n+", "\n", "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n")
            self.assertRegex(output, "^" + pattern_of(shown) + "$", f"{command} prints:\n{done.stdout}")

    def check_options(self, command):
        """What is too long to run must at least be accepted: with --help, a program reads its options and their values, and ends."""
        program, *arguments = shlex.split(command, comments=True)
        if program in ("probenorm", "probenorm_lab"):
            path = {"probenorm": PROBENORM, "probenorm_lab": LAB}[program]
            done = subprocess.run([path, *arguments, "--help"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")

    def test_those_of_the_readme(self):
        self.run_pages(PAGES[:1])

    def test_those_of_all_other_pages(self):
        self.run_pages(PAGES[1:])

    def run_pages(self, pages):
        """Each command works, and prints what its page shows."""
        for page in pages:
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(self.inputs.name, folder, dirs_exist_ok=True)
                for command, shown in commands(page):
                    with self.subTest(page=page.name, command=command):
                        if is_elsewhere(command):
                            self.check_options(command)
                        else:
                            self.run_command(command, shown, pathlib.Path(folder))

    def test_each_figure_of_performance_has_a_command(self):
        """Rows of the table end with the number of their command, which ends with it as a comment."""
        page = ROOT / "docs/performance.md"
        rows = re.findall(r"^\|.*\| (\d+) \|$", page.read_text(), re.M)
        every = re.findall(r"^\|", page.read_text(), re.M)
        self.assertEqual(len(rows), len(every) - 2, "a row without a number; two rows are the head")
        numbered = [command.split("# ")[1] for command, _ in commands(page)]
        self.assertEqual(sorted(set(rows), key=int), numbered)

    def test_each_exception_is_still_needed(self):
        every = [command for page in PAGES for command, _ in commands(page)]
        for pattern, reason in ELSEWHERE:
            self.assertTrue(any(re.match(pattern, command) for command in every), f"{pattern} ({reason}) matches nothing")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
