#!/usr/bin/env python3
"""Compiles URP's own lit shaders as the menu "Normalize All URP Shaders" of the Unity package leaves them, and says what failed.

    nice unity_everywhere.py CORE URP

As unity_shaders.py, whose folders and compiler these are, with Direct3D's macros, fragment stage, and the keywords that touch
reflections. What glslang refuses of the shader as Unity has it too is counted as "preprocessed only", as there.
"""
import json
import pathlib
import re
import sys
import tempfile

import unity_shaders

SHADERS = ["Lit", "ComplexLit", "Terrain/TerrainLit", "Terrain/TerrainLitAdd", "Nature/SpeedTree7", "Nature/SpeedTree8",
           "Particles/ParticlesLit"]
PASSES = ["ForwardLit", "GBuffer", "TerrainAddLit"]
KEYWORDS = [(), ("_FORWARD_PLUS",), ("_CLUSTER_LIGHT_LOOP",), ("_REFLECTION_PROBE_BLENDING", "_REFLECTION_PROBE_BOX_PROJECTION"),
            ("LIGHTMAP_ON",), ("PROBE_VOLUMES_L1",), ("_CLEARCOAT",), ("_ENVIRONMENTREFLECTIONS_OFF",), ("DEBUG_DISPLAY",),
            ("DOTS_INSTANCING_ON",)]
URP = "Packages/com.unity.render-pipelines.universal"
FOLDER = URP + "/ShaderLibrary"


def textOfMenu():
    """What the menu writes in the place of URP's file."""
    code = (unity_shaders.PACKAGE / "Editor/EverywhereMenu.cs").read_text()
    lines = re.search(r"Text = (.*?);\n", code, re.S).group(1)
    return "".join(json.loads(each) for each in re.findall(r'"(?:[^"\\]|\\.)*"', lines))


def switch(root):
    (root / FOLDER / "GlobalIllumination.hlsl").rename(root / FOLDER / "PlainGlobalIllumination.hlsl")
    (root / FOLDER / "GlobalIllumination.hlsl").write_text(textOfMenu())


def check(own, plain, folder):
    """Variants: all, compiled, preprocessed only; then the failures."""
    counts, failures = [0, 0, 0], []
    for keywords in KEYWORDS:
        if not set(keywords) <= set(own.declared("fragment")):
            continue
        errors = []
        for shader in (own, plain):
            text, error = shader.text("fragment", "Direct3D", keywords, 0)
            errors.append(error or unity_shaders.compile(text, shader.entries["fragment"], "fragment", folder))
            if shader is own and text and ("pnUrpSurroundings" not in text or unity_shaders.choiceError(text)):
                errors[0] = unity_shaders.choiceError(text) or "reflections are not ours"
        isRefused = bool(errors[0]) and errors[0] == errors[-1] and text is not None
        counts = [counts[0] + 1, counts[1] + (not errors[0]), counts[2] + isRefused]
        if errors[0] and not isRefused:
            failures.append({"keywords": keywords, "error": errors[0]})
    return {"variants": counts, "failures": failures}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    core, urp = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    version, results = unity_shaders.versionOf(urp), {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        roots = [folder / "own", folder / "plain"]
        for root in roots:
            unity_shaders.copyPackages(core, urp, unity_shaders.PACKAGE, root)
            (root / "SpeedTreeWind.cginc").touch()  # of the editor; vertex stages call it
        switch(roots[0])
        for shader in SHADERS:
            text = (urp / f"Shaders/{shader}.shader").read_text(encoding="utf-8-sig")
            beside = str(pathlib.PurePosixPath(URP) / "Shaders" / pathlib.PurePosixPath(shader).parent)
            text = re.sub(r'#include "(?!Packages/)', f'#include "{beside}/', text)
            _, passes = next(unity_shaders.subShaders(text))
            for each in PASSES:
                if each in passes:
                    own, plain = (unity_shaders.Pass(root, each, passes[each], unity_shaders.unityVersionOf(version)) for root in roots)
                    results[f"{shader} {each}"] = check(own, plain, folder)
    print(json.dumps({"urp": version, "core": unity_shaders.versionOf(core), "shaders": results}, indent=1))
    sys.exit(any(each["failures"] for each in results.values()))


if __name__ == "__main__":
    main()
