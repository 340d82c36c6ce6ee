#!/usr/bin/env python3
"""Writes the kernels as Unity's compute shaders (HLSL, shader model 5.0), from the GLSL of shaders/ by glslc, spirv-opt and
SPIRV-Cross (decision 27). NoContraction becomes `precise`. Specialization constants become one file per set of values.

Usage: scripts/unity-compute.py            writes them
       scripts/unity-compute.py --check    fails where a file differs from what would be written
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHADERS = ROOT / "shaders"
FOLDER = ROOT / "plugin/package/Runtime/Resources/ProbeNorm/Compute"
BANDS, LANES, LANE_ROWS = 3, 64, 16
VALUES = 3 * BANDS * BANDS
HALVES = "float2 halvesOf(uint pair)\n{\n    return f16tof32(uint2(pair & 0xffffu, pair >> 16));\n}\n\n"

# What the GLSL names by binding, in Unity's way: script code sets buffers by name.
BUFFERS = {
    "sh_project": ["Texels", "Tables", "Partials", "Counts"],
    "sh_combine": ["Partials", None, "Sums"],
    "sh_finalize": ["Partials", "Tables", "Coefficients"],
    "denominator": ["Coefficients", None, None, "Denominators"],
    "normalize": ["Texels", "Tables", "Results", "Denominators"],
    "prefilter_source": ["Texels", "Tables", "Nodes", "Results"],
    "prefilter_sum": ["Nodes", "Tables", "Weights", "Results"],
}


def kernel_sets():
    """(file, kernel of kernels.cmake, specialization constants) of each compute shader."""
    fixed = {"kSpecGroupSize": LANES, "kSpecBands": BANDS}
    sets = [("ShCombine", "sh_combine", {"kSpecGroupSize": LANES})]
    sets += [(f"ShFinalize{partials}", "sh_finalize", {**fixed, "kSpecPartials": partials, "kSpecFaces": 6})
             for partials in (1, 2, 4, 8, 16, 32)]
    # The exact path alone: right on every device, whatever it does with denormal halves, and half as much code.
    exact = {**fixed, "kSpecClamps": 1, "kSpecExactHalves": 0, "kSpecScratchFloats": VALUES * LANES, "kSpecEquirect": 0,
             "kSpecProbes": 0}
    divided = {"kSpecGroupSize": LANES, "kSpecClamps": 1, "kSpecExactHalves": 0, "kSpecLaneRows": LANE_ROWS, "kSpecOneFace": 0}
    for texels in ("rgba32f", "rgb32f", "rgba16f", "rgb9e5", "r11g11b10f", "rgba8"):
        sets.append(("ShProject" + texels.capitalize(), "sh_project_" + texels, exact))
        sets += [(name + texels.capitalize(), "normalize_" + texels, {**divided, "kSpecRgb": int(name == "NormalizeRgb")})
                 for name in ("NormalizeLuminance", "NormalizeRgb")]
    return sets + [("Denominator", "denominator", {})] + prefilter_sets()


def prefilter_sets():
    """One cubemap at a time. What has 8 bits becomes halves; a mip without a lobe is a copy."""
    kinds = constants_of("kTexel")
    parts = {name: number for name, number in constants_of("kPart").items() if name != "Level"}
    sets = [("PrefilterLevel", "prefilter_source", {"kSpecPart": constants_of("kPart")["Level"], "kSpecInterleaved": 1})]
    for kind, number in kinds.items():
        target = kinds["Rgba16f"] if kind == "Rgba8" else number
        constants = {"kSpecFormat": number, "kSpecInterleaved": 1, "kSpecTarget": target}
        sets += [(f"Prefilter{name}{kind}", "prefilter_source", {**constants, "kSpecPart": part}) for name, part in parts.items()]
        if kind != "Rgba8":
            sets.append((f"PrefilterSum{kind}", "prefilter_sum", {"kSpecInterleaved": 1, "kSpecTarget": number}))
    return sets


def constants_of(prefix):
    """Of the headers that kernels and hosts share, without the prefix."""
    text = "".join(path.read_text() for path in (SHADERS / "shared").glob("*.h"))
    return {name: int(number) for name, number in re.findall(rf"uint {prefix}([A-Z]\w+) =\s+(\d+)u;", text)}


def variant(kernel):
    """The source of a kernel and its defines, as kernels.cmake has them."""
    line = re.search(rf"pn_add_kernel\({kernel} ([^\s)]+)([^)]*)\)", (SHADERS / "kernels.cmake").read_text())
    return line[1], [f"-D{define}" for define in line[2].split() if define != "UNOPTIMIZED"]


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def translate(kernel, constants):
    """The HLSL of SPIRV-Cross, of the module with its constants fixed."""
    source, defines = variant(kernel)
    ids = constants_of("kSpec")
    values = " ".join(f"{ids[name.removeprefix('kSpec')]}:{value}" for name, value in constants.items())
    with tempfile.TemporaryDirectory() as folder:
        module, fixed = pathlib.Path(folder, "kernel.spv"), pathlib.Path(folder, "fixed.spv")
        run("glslc", "--target-env=vulkan1.1", "-O0", "-Werror", "-I", SHADERS, *defines, SHADERS / source, "-o", module)
        set_values = ["--set-spec-const-default-value", values] if values else []
        run("spirv-opt", *set_values, "--freeze-spec-const", "--fold-spec-const-op-composite", "-O", module, "-o", fixed)
        # SPIRV-Cross moves what a loop's next turn reads behind what replaces it, unless each value is a variable.
        flags = ["--force-temporary"] if kernel == "prefilter_sum" else []
        return source, run("spirv-cross", "--hlsl", "--shader-model", "50", *flags, "--rename-entry-point", "main", "Run",
                           "comp", fixed)


def name_buffers(text, names):
    """Buffers are named by their binding; views of one binding are one buffer."""
    declared = set()

    def declare(match):
        kind, identifier, binding = match[1], match[2], int(match[3])
        views[identifier] = names[binding]
        is_new = names[binding] not in declared
        declared.add(names[binding])
        return f"{kind} {names[binding]};\n" if is_new else ""

    views = {}
    text = re.sub(r"(RW|)ByteAddressBuffer (\w+) : register\(\w(\d)\);\n",
                  lambda m: declare([None, m[1] + "ByteAddressBuffer", m[2], m[3]]), text)
    return re.sub(r"\b_\d+\b", lambda m: views.get(m[0], m[0]), text)


def flatten_constants(text):
    """One constant buffer of scalars, whose layout is that of words: the push constants, and the groups along x."""
    struct = re.search(r"struct \w+Params\n\{\n(.*?)\};\n\n", text, re.S)
    members = re.sub(r"(\w+);", r"params_\1;", struct[1])
    text = text.replace(struct[0], "")
    text = re.sub(r"cbuffer SPIRV_Cross_NumWorkgroups\n\{.*?\};\n\n", "", text, flags=re.S)
    text = re.sub(r"(cbuffer Params)\n\{.*?\};\n", rf"\1\n{{\n{members}    uint groupCountX;\n}};\n", text, flags=re.S)
    text = text.replace("SPIRV_Cross_NumWorkgroups_1_count.x", "groupCountX")
    return re.sub(r"\b_\d+_params\.", "params_", text)


def renumber(text):
    """Values are numbered as they appear, so that a small change of the source stays small."""
    numbers = {}
    return re.sub(r"\b_\d+\b", lambda m: f"v{numbers.setdefault(m[0], len(numbers))}", text)


def compute_shader(kernel, constants):
    source, text = translate(kernel, constants)
    text = renumber(flatten_constants(name_buffers(text, BUFFERS[source.split(".")[0]])))
    text = re.sub(r"\w+ spv\w+Half2x16\(.*?\n\}\n\n", "", text, flags=re.S).replace("spvUnpackHalf2x16(", "halvesOf(")
    text = text.replace("void Run_inner", HALVES + "void Run_inner", 1) if "halvesOf" in text else text
    if re.search(r"SPIRV_Cross_NumWorkgroups|register\(|\bspv", text):
        sys.exit(f"{kernel}: SPIRV-Cross wrote something that this script does not know")
    return f"// Written by scripts/unity-compute.py from shaders/{source}.\n#pragma kernel Run\n#pragma disable_fastmath\n\n{text}"


def main():
    written = {FOLDER / f"{name}.compute": compute_shader(kernel, constants) for name, kernel, constants in kernel_sets()}
    if "--check" not in sys.argv[1:]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path, text in written.items():
            path.write_text(text)
        return
    stored = {path: path.read_text() for path in FOLDER.glob("*.compute")}
    wrong = sorted(path.name for path in stored.keys() | written.keys() if stored.get(path) != written.get(path))
    if wrong:
        sys.exit("differ from the kernels: " + ", ".join(wrong) + "; run scripts/unity-compute.py")


if __name__ == "__main__":
    main()
