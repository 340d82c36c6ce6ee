"""The stored table of unity_shaders.py has every pass and keyword that the package declares today, and no failure."""
import json
import os
import pathlib
import re
import tempfile
import unittest

import unity_everywhere
import unity_shaders

STORED = pathlib.Path(__file__).parent / "files/unity_shaders.json"


def passesOf(urp, folder):
    """The package's own passes for a version of URP, whose files are empty here."""
    root = pathlib.Path(folder) / urp
    shaders = root / "Packages/com.probenorm/Runtime/Shaders"
    unity_shaders.copyHlsl(unity_shaders.PACKAGE / "Runtime/Shaders", shaders)
    text = (unity_shaders.PACKAGE / unity_shaders.LIT).read_text()
    found = [passes for wanted, passes in unity_shaders.subShaders(text) if unity_shaders.isInRange(urp, wanted)]
    unity = unity_shaders.unityVersionOf(urp)
    return {name: unity_shaders.Pass(root, name, program, unity) for name, program in found[0].items()}


class Tables(unittest.TestCase):
    runs = json.loads(STORED.read_text())

    def test_every_sub_shader_has_a_run(self):
        text = (unity_shaders.PACKAGE / unity_shaders.LIT).read_text()
        ranges = [wanted for wanted, _ in unity_shaders.subShaders(text)]
        self.assertEqual(len(ranges), 3)
        for wanted in ranges:
            self.assertTrue(any(unity_shaders.isInRange(run["urp"], wanted) for run in self.runs), wanted)

    def test_no_pass_and_no_keyword_is_missing(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for run in self.runs:
            for name, shader in passesOf(run["urp"], folder.name).items():
                stored = run["passes"][name]["keywords"]
                declared = {word for _, words in shader.sets for word in words}
                self.assertGreater(len(declared), 30)
                self.assertEqual(sorted(declared - stored.keys()), [], f"URP {run['urp']}, {name}: run unity_shaders.py again")

    def test_nothing_failed(self):
        for run in self.runs:
            for name, stored in run["passes"].items():
                self.assertEqual(stored["failures"], [], f"URP {run['urp']}, {name}")
                for word, (variants, compiled, preprocessed) in stored["keywords"].items():
                    self.assertEqual(variants, compiled + preprocessed, word)


class Everywhere(unittest.TestCase):
    """URP's own shaders as the package's menu changes them."""

    def test_the_menu_includes_a_file_that_exists(self):
        named = re.search(r'#include "Packages/com.probenorm/(.*)"\n$', unity_everywhere.textOfMenu()).group(1)
        self.assertTrue((unity_shaders.PACKAGE / named).exists())

    def test_every_shader_was_compiled_or_refused_before(self):
        for run in json.loads((STORED.parent / "unity_everywhere.json").read_text()):
            for shader in unity_everywhere.SHADERS:
                self.assertTrue(any(name.startswith(shader + " ") for name in run["shaders"]), shader)
            for name, stored in run["shaders"].items():
                self.assertEqual(stored["failures"], [], name)
                self.assertEqual(stored["variants"][0], sum(stored["variants"][1:]), name)


class Checks(unittest.TestCase):
    """The tool's own checks, on texts of ours."""

    def test_a_varying_that_nobody_writes(self):
        vertex = "struct Varyings { float4 positionCS : SV_POSITION; half3 normalWS : TEXCOORD1; };"
        fragment = vertex.replace("};", "float4 probeOcclusion : TEXCOORD10; };").replace("half3", "float3")
        self.assertEqual(unity_shaders.interfaceError(vertex, fragment),
                         "the vertex stage does not write probeOcclusion : TEXCOORD10")
        self.assertEqual(unity_shaders.interfaceError(fragment, vertex), "")

    def test_other_probes_than_urps(self):
        text = ("half3 CalculateIrradianceFromReflectionProbes(half3 r) { ClusterInit(r); return r; }\n"
                "half3 GlossyEnvironmentReflection(half3 r) { return CalculateIrradianceFromReflectionProbes(r); }\n"
                "half3 pnBlendProbes(half3 r) { return pnBlendClusters(r); }\n"
                "half3 pnUrpReflection(half3 r) { return half3(pnBlendProbes(r)); }\n")
        self.assertEqual(unity_shaders.choiceError(text), "")
        self.assertEqual(unity_shaders.choiceError(text.replace("half3(pnBlendProbes(r))", "pnReadFirst(r)")),
                         "blends probes not, where URP does")
        off = "static const bool _KEYWORD = false;\n" + text.replace("{ return Calculate", "{ if (_KEYWORD) return Calculate")
        self.assertEqual(unity_shaders.choiceError(off), "blends probes where URP does not")
        self.assertEqual(unity_shaders.choiceError(text.replace("pnBlendClusters(r)", "r")), "reads clusters not, where URP does")

    def test_overloads_of_half_become_one(self):
        text = "half3 f(half3 a) { return a * 2.0h; }\nfloat3 f(float3 a) { return a; }\nfloat3 f(float2 a) { return 1; }\n"
        self.assertEqual(unity_shaders.withoutHalf(text).split("\n"), [
            "float3 f(float3 a) { return a * 2.0; }", "", "float3 f(float2 a) { return 1; }", ""])


if __name__ == "__main__":
    unittest.main()
