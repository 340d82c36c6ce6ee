#!/usr/bin/env python3
"""Writes the kernels as Unity's compute shaders (HLSL, shader model 5.0), from the GLSL of shaders/ by glslc, spirv-opt and
SPIRV-Cross (decision 27). NoContraction becomes `precise`. Each source becomes one text. Each set of values of its specialization
constants becomes a kernel in it, whose `#pragma kernel` line defines the number that chooses its code.

Usage: scripts/unity-compute.py FOLDER    writes the texts, and the asset by which players get them
       scripts/unity-compute.py --list    a line for each kernel: text, kernel, define
"""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHADERS = ROOT / "shaders"
BANDS, LANES, LANE_ROWS = 3, 64, 16
VALUES = 3 * BANDS * BANDS
OTHER_TURN = 1000000  # above all numbers of a module
HELPERS = {
    "halvesOf": "float2 halvesOf(uint pair)\n{\n    return f16tof32(uint2(pair & 0xffffu, pair >> 16));\n}\n\n",
    # Of numbers from 1 to 2^24, which floats hold exactly. HLSLcc, by which Unity makes GLSL, counts firstbithigh from the wrong end.
    "partOf": "float partOf(float3 from, uint i)\n{\n    return i == 0u ? from.x : i == 1u ? from.y : from.z;\n}\n\n"
              "float partOf(float4 from, uint i)\n{\n    return i < 3u ? partOf(from.xyz, i) : from.w;\n}\n\n",
    "highestBit": "int highestBit(uint number)\n{\n    return int(asuint(float(number)) >> 23) - 127;\n}\n\n",
}

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
    """(kernel, kernel of kernels.cmake, specialization constants) of each kernel."""
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


def families():
    """The sets of each text, by the name of its GLSL."""
    found = {source: [] for source in BUFFERS}
    for name, kernel, constants in kernel_sets():
        found[variant(kernel)[0].split(".")[0]].append((name, kernel, constants))
    return found


def text_name(source):
    return "".join(word.capitalize() for word in source.split("_"))


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def translate(name, kernel, constants):
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
        return run("spirv-cross", "--hlsl", "--shader-model", "50", *flags, "--rename-entry-point", "main", name, "comp", fixed)


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


class Block:
    """Statements in braces behind a head, and those behind its else."""

    def __init__(self, head, body, other=()):
        self.head, self.body, self.other = head, list(body), list(other)

    @property
    def is_if(self):
        return self.head.startswith("if (")

    @property
    def breaks(self):
        """Whether something in it leaves the loop around it."""
        return self.is_if and any(each == "break;" or isinstance(each, Block) and each.breaks for each in self.body + self.other)


def read_block(lines):
    """The statements up to the brace that ends them, where a loop `do {} while(false)` stands for its contents."""
    found = []
    while not (line := next(lines).strip()).startswith("}"):
        if line != "{":
            found.append(line)
            continue
        head, body = found.pop(), read_block(lines)
        if head == "do":
            found += without_breaks(body)
        elif head == "else":
            found[-1].other = body
        elif head.startswith("for ("):
            found += loop(head, body)
        else:
            found.append(Block(head, body))
    return found


def loop(head, body):
    """What fxc does not warn of: one turn is no loop, and a loop over the parts of vectors is written out."""
    ends = any(each in ("break;", "continue;") or isinstance(each, Block) and each.breaks for each in body)
    if once := re.fullmatch(r"for \(uint (\w+) = 0u; \1 < (\w+); \1 \+= \2\)", head):
        assert not ends
        return [f"uint {once[1]} = 0u;", *body]
    if once := re.fullmatch(r"for \(uint (\w+) = 0u; \((.*)\) && \(\1 < 1u\); \1\+\+\)", head):
        assert not ends
        return [f"uint {once[1]} = 0u;", Block(f"if ({once[2]})", body)]
    counted = re.fullmatch(r"for \(uint (\w+) = 0u; \1 < 3u; \)", head)
    if not counted or not any(isinstance(each, str) and re.match(rf"\w+\[{counted[1]}\] = ", each) for each in body):
        return [Block(head, body)]
    assert body[-2:] == [f"{counted[1]}++;", "continue;"]
    made = set(re.findall(r"^[\w ]+ (_\d+) = ", "\n".join(body[:-2]), re.M))  # variables, which need a name of each turn
    return [re.sub(r"\b_\d+\b", lambda m: f"{turn}u" if m[0] == counted[1] else
                   f"_{int(m[0][1:]) + OTHER_TURN * turn}" if m[0] in made else m[0], each)
            for turn in range(3) for each in body[:-2]]


def without_breaks(statements):
    """What follows an if that breaks is its else."""
    for at, each in enumerate(statements):
        if each == "break;":
            return statements[:at]
        if not isinstance(each, Block) or not each.breaks:
            continue
        rest = statements[at + 1:]
        inner = each.body[0] if len(each.body) == 1 and not each.other else None
        if isinstance(inner, Block) and not inner.other:  # rest is written once
            each = Block(f"if ({each.head[3:]} && {inner.head[3:]})", inner.body)
        return statements[:at] + [Block(each.head, without_breaks(each.body + rest), without_breaks(each.other + rest))]
    return statements


def write_block(statements, indent="    "):
    text = ""
    for each in statements:
        if isinstance(each, str):
            text += f"{indent}{each}\n" if each else "\n"
            continue
        text += f"{indent}{each.head}\n{indent}{{\n{write_block(each.body, indent + '    ')}{indent}}}\n"
        if each.other:
            text += f"{indent}else\n{indent}{{\n{write_block(each.other, indent + '    ')}{indent}}}\n"
    return text


def rewrite_loops(text, name):
    """SPIRV-Cross writes a loop of one turn around what returns early, and fxc warns of each."""
    head, body = text.split(f"void {name}_inner()\n{{\n")
    lines = iter(body.split("\n"))
    statements = read_block(lines)
    return f"{head}void {name}_inner()\n{{\n{write_block(statements)}}}\n" + "\n".join(lines)


def name_parts(text):
    """fxc makes dot products of what a vector of floats has at an index, with a vector of zeros and a one."""
    for name in set(re.findall(r"^ +(?:precise )?float[34] (v\d+)\b", text, re.M)):
        text = re.sub(rf"\b{name}\[((?:[^][]|\[[^][]*\])*)\]",
                      lambda m: m[0] if re.fullmatch(r"\d+u", m[1]) else f"partOf({m[0].split('[')[0]}, {m[1]})", text)
    return text


def renumber(text):
    """Values are numbered as they appear, so that a small change of the source stays small."""
    numbers = {}
    return re.sub(r"\b_\d+\b", lambda m: f"v{numbers.setdefault(m[0], len(numbers))}", text)


def kernel_text(source, name, kernel, constants):
    text = flatten_constants(name_buffers(translate(name, kernel, constants), BUFFERS[source]))
    text = renumber(rewrite_loops(text, name))
    text = re.sub(r"\w+ spv\w+Half2x16\(.*?\n\}\n\n", "", text, flags=re.S).replace("spvUnpackHalf2x16(", "halvesOf(")
    text = re.sub(r"\bint\(firstbithigh\((v\d+)\)\)", r"highestBit(\1)", text)
    text = name_parts(text)
    used = "".join(helper for word, helper in HELPERS.items() if f"{word}(" in text)
    text = text.replace(f"void {name}_inner", f"{used}void {name}_inner", 1)
    if re.search(r"SPIRV_Cross_NumWorkgroups|register\(|\bspv|firstbit|while *\(false", text):
        sys.exit(f"{name}: SPIRV-Cross wrote something that this script does not know")
    return text


def family_text(source, sets, kernels):
    lines = [f"// Written by scripts/unity-compute.py from shaders/{source}.comp."]
    lines += [f"#pragma kernel {name} VARIANT={number}" for number, (name, _, _) in enumerate(sets)]
    text = "\n".join(lines) + "\n#pragma disable_fastmath\n\n"
    for number, (name, _, _) in enumerate(sets):
        text += f"#{'elif' if number else 'if'} VARIANT == {number}\n{kernels[name]}"
    return text + "#endif\n"


def guid_of(path):
    """As scripts/unity-meta.sh makes it."""
    return hashlib.md5(f"com.probenorm/{path}".encode()).hexdigest()


def asset_text(names):
    """An object of ComputeKernels that refers to the texts, in Unity's form. 72 is Unity's number of the class ComputeShader."""
    shaders = "".join(f"  - {{fileID: 7200000, guid: {guid_of(f'Runtime/Compute/{name}.compute')}, type: 3}}\n" for name in names)
    return f"""%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!114 &11400000
MonoBehaviour:
  m_ObjectHideFlags: 0
  m_CorrespondingSourceObject: {{fileID: 0}}
  m_PrefabInstance: {{fileID: 0}}
  m_PrefabAsset: {{fileID: 0}}
  m_GameObject: {{fileID: 0}}
  m_Enabled: 1
  m_EditorHideFlags: 0
  m_Script: {{fileID: 11500000, guid: {guid_of('Runtime/ComputeKernels.cs')}, type: 3}}
  m_Name: Kernels
  m_EditorClassIdentifier:
  shaders:
{shaders}"""


def main():
    if sys.argv[1:] == ["--list"]:
        for source, sets in families().items():
            for number, (name, _, _) in enumerate(sets):
                print(text_name(source), name, f"VARIANT={number}")
        return
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = {name: pool.submit(kernel_text, source, name, kernel, constants)
                 for source, sets in families().items() for name, kernel, constants in sets}
        kernels = {name: text.result() for name, text in texts.items()}
    for source, sets in families().items():
        (folder / f"{text_name(source)}.compute").write_text(family_text(source, sets, kernels))
    (folder / "Kernels.asset").write_text(asset_text([text_name(source) for source in BUFFERS]))


if __name__ == "__main__":
    main()
