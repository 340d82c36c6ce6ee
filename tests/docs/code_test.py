"""Every block of C, C++, Python, C# and JSON in README.md and docs compiles, and runs where it needs no engine and no host. Blocks
of JavaScript are parts of files that tests/engines runs.

A block is a whole program or a part of one: AROUND has, for each page and language, what stands before and after each of its blocks.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
LIBRARY = pathlib.Path(os.environ["PN_LIBRARY"])  # libprobenorm.so
ASSEMBLIES = os.environ["PN_ASSEMBLIES"]  # the folder of tests/unity/csharp, or empty without Mono
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("samples/*/README.md")),
         ROOT / "plugin/package/Documentation~/probenorm.md"]

WHOLE = ("", "")


def c_host(arguments):
    """A host's function; what the block finds besides a context and a job."""
    return ("#include <probenorm/probenorm_vulkan.h>\nvoid example(PnContext context, PnVulkanJobDesc desc, PnVulkanJob job,\n"
            f"             PnVulkanRecordInfo info, {arguments})\n{{\n", "}\n")


C_SURFACES = ("#include <probenorm/probenorm.h>\n#include <stddef.h>\nint main(void)\n{\nfloat radiance[3] = {1, 1, 1}, reflections[3] = {0, 1, 0}, lastMip[1] = {1};\n"
              "float *normals = reflections, *roughness = NULL;\nuint32_t count = 1;\nPnSh local = {0};\nlocal.bands = 1;\n"
              "for (int c = 0; c < 3; ++c)\n    local.rgb[0][c] = 3.5449077f; /* light of 1 */\n",
              "return result == PN_SUCCESS && radiance[0] > 0.9999f && radiance[0] < 1.0001f ? 0 : 1;\n}\n")

CSHARP = ("using System.Collections;\nusing UnityEngine;\nusing UnityEngine.Rendering;\n"
          "public class Example\n{\npublic ReflectionProbe reflectionProbe;\npublic IEnumerator Run()\n{\n", "}\n}\n")
PYTHON_MAPS = ("import numpy\nimage = numpy.ones((64, 128, 3), numpy.float32)\ncubemaps = [numpy.ones((6, 8, 8, 4), numpy.float16)]\n",
               "assert len(unity) == 27 and abs(floor[0] - 1) < 1e-3 and len(probes) == 1\n")
PYTHON_FILES = ("import numpy, os, probenorm, tempfile\nfolder = tempfile.TemporaryDirectory()\nos.chdir(folder.name)\n"
                "cubemap = numpy.ones((6, 8, 8, 4), numpy.float32)\nprobenorm.write('sky.exr', numpy.ones((4, 8, 3)))\n",
                "assert sky.shape == (4, 8, 3) and probenorm.read('probe.ktx2').shape == (6, 8, 8, 3)\nos.chdir('/')\nfolder.cleanup()\n")
PYTHON_NORMALIZE = (
    "import dataclasses, numpy, probenorm\ncontext = probenorm.Context()\n"
    "mip0, mip1, mip2 = (numpy.ones((6, n, n, 4), numpy.float32) for n in (8, 4, 2))\nprobe = context.project_environment(mip0)\n"
    "local, roughness = probe, numpy.full(5, 0.3, numpy.float32)\n"
    "normals = reflections = numpy.tile(numpy.float32([0, 1, 0]), (5, 1))\nradiance = last_mip = numpy.ones((5, 3), numpy.float32)\n",
    "assert factor.shape == reflected.shape == (5, 3) and len(normalized) == 3\n")

AROUND = {  # page and language: one pair for each block, in the page's order
    ("README.md", "c"): [WHOLE],
    ("README.md", "cpp"): [WHOLE],
    ("README.md", "python"): [("", "assert len(unity) == 27\n")],
    ("README.md", "csharp"): [WHOLE],
    ("docs/python.md", "python"): [PYTHON_MAPS, PYTHON_NORMALIZE, PYTHON_FILES],
    ("docs/abi.md", "c"): [C_SURFACES],
    ("docs/vulkan.md", "c"): [c_host("PnVulkanDevice device, PnSh sh, PnProjectInfo projectInfo"),
                             c_host("PnPrefilter prefilter, PnVulkanImage source, PnVulkanImage target, uint32_t frame")],
    ("plugin/package/Documentation~/probenorm.md", "csharp"): [CSHARP],
}


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.M | re.S)


class Code(unittest.TestCase):
    def programs(self, language):
        """(page, whole program, whether it can run) of each block."""
        for page in PAGES:
            found = blocks(page, language)
            name = str(page.relative_to(ROOT))
            around = AROUND.get((name, language), [])
            self.assertEqual(len(found), len(around), f"{name}: AROUND does not have each block of {language}")
            for block, (before, after) in zip(found, around):
                program = before + block + after
                yield name, program, "main(" in program or language == "python"

    def run_one(self, page, command, **options):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
        self.assertEqual(done.returncode, 0, f"{page}: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        self.assertEqual(done.stdout + done.stderr, "", page)

    def compile_and_run(self, language, compiler):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARY.parent)}
        for page, program, can_run in self.programs(language):
            with self.subTest(page=page), tempfile.TemporaryDirectory() as folder:
                source, output = pathlib.Path(folder) / f"example.{language}", pathlib.Path(folder) / "example"
                source.write_text(program)
                command = [*compiler, "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", source]
                self.run_one(page, [*command, LIBRARY, "-o", output] if can_run else [*command, "-fsyntax-only"])
                if can_run:
                    self.run_one(page, [output], env=environment)

    def test_c(self):
        self.compile_and_run("c", [os.environ["PN_CC"], "-std=c11"])

    def test_cpp(self):
        self.compile_and_run("cpp", [os.environ["PN_CXX"], "-std=c++20"])

    def test_python(self):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PROBENORM_LIBRARY": str(LIBRARY),
                       "PROBENORM_TOOL": os.environ["PN_PROGRAM"]}
        for page, program, _ in self.programs("python"):
            with self.subTest(page=page):
                self.run_one(page, [sys.executable, "-B", "-W", "error", "-c", program], env=environment)

    @unittest.skipUnless(ASSEMBLIES, "without Mono")
    def test_csharp(self):
        names = ["ProbeNorm.Native", "ProbeNorm.Runtime", "UnityStandIns"]
        for page, program, _ in self.programs("csharp"):
            with self.subTest(page=page), tempfile.TemporaryDirectory() as folder:
                source = pathlib.Path(folder) / "Example.cs"
                source.write_text(program)
                self.run_one(page, ["mcs", "-nologo", "-langversion:7.2", "-warn:4", "-nowarn:219", "-warnaserror", "-target:library",
                                    f"-out:{folder}/Example.dll", *(f"-reference:{ASSEMBLIES}/{name}.dll" for name in names), source])

    def test_javascript(self):
        sources = [path.read_text() for path in (ROOT / "tests/engines").glob("*.mjs")]
        for page in PAGES:
            for block in blocks(page, "js"):
                with self.subTest(page=page.name):
                    self.assertTrue(any(block in source for source in sources), "is in no file of tests/engines")

    def test_json(self):
        for page in PAGES:
            for block in blocks(page, "json"):
                with self.subTest(page=page.name):
                    json.loads(block)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
