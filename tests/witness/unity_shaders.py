#!/usr/bin/env python3
"""Compiles the passes of the Unity package that have shader code of their own against URP's sources, and says what failed.

    nice unity_shaders.py CORE URP [PACKAGE]

CORE and URP are the folders of Unity's packages render-pipelines.core and render-pipelines.universal, of one version, which you have.
Every keyword alone, and every pair whose keywords do not exclude each other, both stages, with the macros of Direct3D, Metal and
OpenGL ES. A pair is compiled for Direct3D; for the others, where it brings lines that neither keyword brings alone.
glslang's HLSL front end stands for Unity's compilers. What it refuses of URP's own pass too is counted as "preprocessed only".
With ALONE=1 in the environment, keywords alone. The table goes to the standard output: of each pass and keyword the variants
with it, those that compiled, and those that were preprocessed only; then the failures, each with the first variant that has it.
"""
import collections
import functools
import hashlib
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "plugin/package"
LIT = "Runtime/Shaders/Universal/Lit.shader"
APIS = {"Direct3D": ("SHADER_API_D3D11",), "Metal": ("SHADER_API_METAL",), "OpenGL ES": ("SHADER_API_GLES3", "SHADER_API_MOBILE")}
STAGES = {"vertex": "vert", "fragment": "frag"}
# The numbers of the package universal-config, which projects may change.
CONFIG = """#define MAX_VISIBLE_LIGHT_COUNT_LOW_END_MOBILE 16
#define MAX_VISIBLE_LIGHT_COUNT_MOBILE 32
#define MAX_VISIBLE_LIGHT_COUNT_DESKTOP 256
"""
# What Unity's preprocessor takes and the C preprocessor does not: arguments are counted, and pasted, after their expansion.
REWRITTEN = {"#define SAMPLE_TEXTURE2D_LIGHTMAP SAMPLE_TEXTURE2D_ARRAY":
                 "#define SAMPLE_TEXTURE2D_LIGHTMAP(...) SAMPLE_TEXTURE2D_ARRAY(__VA_ARGS__)",
             "arr##Array[": "UNITY_SHADERS_PASTE(arr, Array)[", "#include_with_pragmas": "#include"}
PASTE = ["UNITY_SHADERS_PASTE(a,b)=UNITY_SHADERS_PASTED(a,b)", "UNITY_SHADERS_PASTED(a,b)=a##b"]
HALF = re.compile(r"\b(?:half|min16float)([1-4](?:x[1-4])?)?\b")
DEFINITION = re.compile(r"\b(\w+)\s+(\w+)\(([^(){};]*)\)\s*(?::\s*\w+\s*)?\{")


def versionOf(package):
    return json.loads((package / "package.json").read_text())["version"]


def unityVersionOf(urp):
    """Unity's macro, as the releases with that version of URP have it."""
    major, minor = (int(part) for part in urp.split(".")[:2])
    return 60000000 + 10000 * minor if major >= 17 else {12: 202130, 13: 202210, 14: 202230, 15: 202310, 16: 202320}[major]


def endOfBlock(text, at):
    depth = 0
    for brace in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)


def subShaders(text):
    """URP's range and the passes of each, by name."""
    starts = [each.start() for each in re.finditer(r"^\s*SubShader\b", text, re.M)] + [len(text)]
    for begin, end in zip(starts, starts[1:]):
        part = text[begin:end]
        required = re.search(r'PackageRequirements\s*\{[^"}]*"[^"]+"\s*:\s*"([^"]+)"', part)
        passes = {}
        for each in re.finditer(r'Name\s+"(\w+)"(.*?)HLSLPROGRAM\n(.*?)ENDHLSL', part, re.S):
            passes.setdefault(each.group(1), each.group(3))
        yield (required.group(1) if required else ""), passes


def isInRange(version, wanted):
    number = [int(part) for part in version.split(".")[:3]]
    limits = [[int(part) for part in each.split(".")] for each in re.findall(r"[\d.]+", wanted)]
    return not limits or (limits[0] <= number and (len(limits) == 1 or number < limits[1]))


def keywordSets(program):
    """The declarations of a text in which all included pragmas stand: stages, and the keywords that exclude each other."""
    for line in re.findall(r"^\s*#\s*pragma\s+(.*)$", program, re.M):
        words = line.split("//")[0].split()
        kind = re.fullmatch(r"(multi_compile|shader_feature|dynamic_branch)(_local)?(_fragment|_vertex)?", words[0])
        stages = ("vertex", "fragment")
        if words[0] == "multi_compile_fog":
            words = ["", "FOG_LINEAR", "FOG_EXP", "FOG_EXP2"]
        elif words[0] == "multi_compile_instancing":
            words = ["", "INSTANCING_ON"]
        elif not kind or kind.group(1) == "dynamic_branch":
            continue
        elif kind.group(3):
            stages = (kind.group(3)[1:],)
        yield stages, tuple(word for word in words[1:] if word.strip("_"))


def bodyOf(text, name):
    """The body of the overload with the longest list of parameters, to which the others lead."""
    found = list(re.finditer(r"\b" + name + r"\(([^(){};]*)\)\s*\{", text))
    each = max(found, key=lambda match: len(match.group(1)), default=None)
    return text[each.end():endOfBlock(text, each.end() - 1)] if each else ""


def asFloat(text):
    return HALF.sub(lambda found: "float" + (found.group(1) or ""), text)


def readable(text):
    """A file of URP's as the C preprocessor takes it."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    for found, given in REWRITTEN.items():
        text = text.replace(found, given)
    return text


def withoutHalf(text):
    """The text with half as float. Direct3D's compiler keeps two overloads apart that are one then: the second is dropped."""
    seen, kept, last = {}, [], 0
    for each in DEFINITION.finditer(text):
        own = re.sub(r"\s*\w+\s*(:\s*\w+\s*)?(=[^,]*)?(,|$)", r"\3", each.group(3))
        key = (each.group(2), asFloat(own))
        if key in seen and seen[key] != own:
            kept.append(text[last:each.start()])
            last = endOfBlock(text, each.end() - 1)
        seen.setdefault(key, own)
    text = re.sub(r"\b(Texture\w+?|SamplerState)_(?:float|half)\b", r"\1", "".join(kept) + text[last:])
    return asFloat(re.sub(r"(\b\d+\.?\d*(?:e-?\d+)?)h\b", r"\1", text))


class Pass:
    """A pass of a shader in a version of URP."""

    def __init__(self, root, name, program, unity):
        self.root, self.name, self.program, self.unity = root, name, program, unity
        self.entries = {stage: re.search(r"#pragma\s+" + stage + r"\s+(\w+)", program).group(1) for stage in STAGES}
        self.missing = []
        active = self.preprocess(program.replace("#include", "@include"), "fragment", APIS["Direct3D"], ())[0]
        for path in re.findall(r'@include(?:_with_pragmas)?\s+"([^"]+)"', active):
            if not (root / path).exists():  # an empty file takes its place, so that other defects are found too
                self.missing.append(f"{path}: no such file")
                (root / "missing" / path).parent.mkdir(parents=True, exist_ok=True)
                (root / "missing" / path).touch()
        pragmas = re.sub(r'#include\s+".*', "", program)
        self.pragmas = self.preprocess(re.sub("include_with_pragmas", "include", pragmas), "fragment", APIS["Direct3D"], (),
                                       "c")[0]  # "c" keeps pragmas
        self.sets = sorted(set(keywordSets(self.pragmas)))
        self.excluded = " ".join(re.findall(r"exclude_renderers\s+(.*)", self.pragmas))

    def targetOf(self, keywords):
        targets = re.findall(r"#pragma\s+target\s+([\d.]+)[ \t]*(\w*)", self.pragmas)
        return max((int(float(number) * 10) for number, keyword in targets if not keyword or keyword in keywords), default=25)

    def declared(self, stage):
        return sorted({word for stages, words in self.sets if stage in stages for word in words})

    def __eq__(self, other): # of copies in other processes
        return (self.name, self.program, self.unity) == (other.name, other.program, other.unity)

    def __hash__(self):
        return hash((self.name, self.program, self.unity))

    @functools.lru_cache(maxsize=32)
    def preprocess(self, text, stage, api, keywords, language="assembler-with-cpp"):
        macros = [*api, "SHADER_STAGE_" + stage.upper(), *keywords, f"UNITY_VERSION={self.unity}", "UNITY_COMPILER_HLSL", *PASTE]
        command = ["cpp", "-x", language, "-P", "-w", "-undef", "-nostdinc", "-I", str(self.root), "-I",
                   str(self.root / "missing")]
        made = subprocess.run([*command, *("-D" + (each if "=" in each else each + "=1") for each in macros)], input=text,
                              capture_output=True, text=True)
        return (made.stdout, "") if made.returncode == 0 else (None, firstError(made.stderr))

    def text(self, stage, api, keywords, target):
        """A keyword is a macro in the stages that declare it; where it is off it is a name that is false."""
        known = self.declared(stage)
        off = "".join(f"static const bool {word} = false;\n" for word in known if word not in keywords)
        macros = [word for word in known if word in keywords] + [word + "_KEYWORD_DECLARED" for word in known]
        macros.append(f"SHADER_TARGET={target or self.targetOf(keywords)}")
        return self.preprocess(off + re.sub("include_with_pragmas", "include", self.program), stage, APIS[api], tuple(macros))

    def variants(self):
        singles = [(word,) for _, words in self.sets for word in words]
        pairs = [] if "ALONE" in os.environ else [(one, other) for (_, some), (_, more) in itertools.combinations(self.sets, 2)
                                                  for one in some for other in more]
        return [(), *singles, *pairs]

    @functools.lru_cache(maxsize=None)
    def lines(self, stage, api, keywords):
        return frozenset(map(hash, (self.text(stage, api, keywords, 0)[0] or "").splitlines()))

    def bringsLines(self, stage, api, keywords, text):
        """Whether a pair has lines that neither keyword has alone, or more of them."""
        alone = [self.lines(stage, api, (word,)) for word in keywords]
        return not frozenset(map(hash, text.splitlines())) <= frozenset().union(*alone)


def firstError(output):
    """The first message, without the places that differ between two texts."""
    message = re.search(r"(?:ERROR: |error: )(.*)", output)
    return re.sub(r"^\S*\.hlsl:\d+: ", "", message.group(1).strip()) if message else output.strip()[-200:]


def compile(text, entry, stage, folder):
    """"": glslang takes it. Each text is compiled once."""
    key = hashlib.sha256((stage + entry + text).encode()).hexdigest()
    result, source = folder / key, folder / f"{key}.{os.getpid()}.hlsl"
    if not result.exists():
        text = re.sub(r"^\s*#\s*(pragma|warning).*$", "", text, flags=re.M)
        source.write_text(withoutHalf(re.sub(r"(?<=\w);;", ";", text)))
        made = subprocess.run(["glslangValidator", "-D", "-V", "-Od", "-e", entry, "-S", STAGES[stage], "--auto-map-bindings",
                               "--auto-map-locations", "-o", os.devnull, str(source)], capture_output=True, text=True)
        source.write_text("" if made.returncode == 0 else firstError(made.stdout))
        source.rename(result)
    return result.read_text()


def interfaceError(vertex, fragment):
    """What the fragment stage reads and the vertex stage does not write."""
    def members(text):
        body = bodyOf(text.replace("struct Varyings", "struct Varyings()"), "Varyings")
        return dict(reversed(each) for each in re.findall(r"(\w+\s+\w+)\s*:\s*(\w+)\s*;", body) if not each[1].startswith("SV_"))
    written = members(vertex)
    for semantic, member in members(fragment).items():
        if asFloat(written.get(semantic, "")).split()[:1] != asFloat(member).split()[:1]:
            return f"the vertex stage does not write {member.split()[1]} : {semantic}"
    return ""


def choiceError(text):
    """Where the package reads other probes than URP's own function in the same text."""
    if "pnUrpReflection" not in text:
        return ""
    off = r"\b(?:" + "|".join(["FALSE", *re.findall(r"static const bool (\w+) = false;", text)]) + r")\b"
    urp, urpBlend, own, ownBlend, direction = (
        re.sub(r"\bif \(0\)\s*(\{[^{}]*(\{[^{}]*\}[^{}]*)*\}|[^;{}]*;)", "", re.sub(off, "0", bodyOf(text, name)))
        for name in ("GlossyEnvironmentReflection", "CalculateIrradianceFromReflectionProbes", "pnUrpReflection",
                     "pnBlendProbes", "pnReadDirection"))
    choices = {
        "blends probes": ("CalculateIrradiance" in urp, "pnBlendProbes" in own),
        "reads clusters": ("CalculateIrradiance" in urp and "ClusterInit" in urpBlend,
                           "pnBlendProbes" in own and "pnBlendClusters" in ownBlend),
        "projects onto boxes": ("BoxProjected" in urp + (urpBlend if "CalculateIrradiance" in urp else ""),
                                ("pnRead" in own or "pnBlend" in own) and "BoxProjected" in direction)}
    for choice, (theirs, ours) in choices.items():
        if theirs != ours:
            return f"{choice} {'where URP does not' if ours else 'not, where URP does'}"
    return ""


def checkOne(shader, api, keywords, folder, target=0):
    """"", or the first defect of a variant."""
    texts = {}
    for stage in STAGES:
        texts[stage], error = shader.text(stage, api, keywords, target)
        if texts[stage] is None:
            return error
    if api == "Direct3D" and shader.targetOf(keywords) < 45 and "ByteAddressBuffer" in texts["vertex"] + texts["fragment"]:
        return f"shader model {shader.targetOf(keywords) / 10} has no ByteAddressBuffer"
    errors = [interfaceError(texts["vertex"], texts["fragment"]), choiceError(texts["fragment"])]
    errors += [error and f"{stage} stage: {error}" for stage, error in
               ((stage, compile(texts[stage], shader.entries[stage], stage, folder)) for stage in STAGES
                if api == "Direct3D" or len(keywords) < 2 or shader.bringsLines(stage, api, keywords, texts[stage]))]
    return next(filter(None, errors), "")


def check(work):
    own, control, api, keywords, folder = work
    error = checkOne(own, api, keywords, folder)
    isControls = bool(error) and control is not None and any(
        controlError(control, api, each, folder, max(own.targetOf(each), control.targetOf(each))) == error.split(": ", 1)[-1]
        for each in [*((word,) for word in keywords), keywords])
    return api, keywords, "" if isControls else error, isControls


@functools.lru_cache(maxsize=None)
def controlError(control, api, keywords, folder, target):
    return checkOne(control, api, keywords, folder, target).split(": ", 1)[-1]


def undeclared(own, control):
    """Keywords that URP's own pass declares for a stage and this one does not. The old experimental clusters are not covered."""
    declared = lambda shader: {(stage, word) for stage in STAGES for word in shader.declared(stage)}
    missing = sorted(declared(control) - declared(own))
    return [f"does not declare {word} for the {stage} stage" for stage, word in missing if word != "_CLUSTERED_RENDERING"]


def checkPass(own, control, folder, pool):
    apis = [api for api in APIS if not (api == "OpenGL ES" and "gles3" in own.excluded)]
    work = [(own, control, api, keywords, folder) for api in apis for keywords in own.variants()]
    counts, failures = collections.defaultdict(lambda: [0, 0, 0]), collections.defaultdict(list)
    for api, keywords, error, isControls in pool.imap_unordered(check, work, chunksize=8):
        for word in keywords or ("",):
            counts[word] = [a + b for a, b in zip(counts[word], (1, not error and not isControls, isControls))]
        if error:
            failures[error].append((len(keywords), [api, *keywords]))
    result = {"variants": len(work), "keywords": {word: counts[word] for word in sorted(counts)}}
    result["failures"] = [{"error": error, "variants": len(where), "first": min(where)[1]}
                          for error, where in sorted(failures.items())]
    static = own.missing + (undeclared(own, control) if control is not None else [])
    result["failures"] += [{"error": error, "variants": len(work), "first": []} for error in static]
    return result


def copyHlsl(source, target):
    for each in source.rglob("*.hlsl"):
        copy = target / each.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(readable(each.read_text(encoding="utf-8-sig")))


def copyPackages(core, urp, package, root):
    copyHlsl(core, root / "Packages/com.unity.render-pipelines.core")
    copyHlsl(urp, root / "Packages/com.unity.render-pipelines.universal")
    config = root / "Packages/com.unity.render-pipelines.universal-config/Runtime"
    config.mkdir(parents=True)
    (config / "ShaderConfig.cs.hlsl").write_text(CONFIG)
    shaders = root / "Packages/com.probenorm/Runtime/Shaders"
    copyHlsl(package / "Runtime/Shaders", shaders)
    if not (shaders / "probenorm.hlsl").exists():  # it is copied into the package when that is packed
        (shaders / "probenorm.hlsl").symlink_to(package.parents[1] / "shaders/runtime/probenorm.hlsl")


def run(core, urp, package, pool, folder):
    version, unity = versionOf(urp), unityVersionOf(versionOf(urp))
    root = folder / "root"
    copyPackages(core, urp, package, root)
    own = next(passes for wanted, passes in subShaders((package / LIT).read_text()) if isInRange(version, wanted))
    theirs = next(passes for _, passes in subShaders((urp / "Shaders/Lit.shader").read_text()))
    results = {}
    for name, program in own.items():
        results[name] = checkPass(Pass(root, name, program, unity), Pass(root, name, theirs[name], unity), folder, pool)
    # A shader of a user's own, which declares no keyword.
    plain = re.sub(r"#pragma (?!target|vertex|fragment).*|#include_with_pragmas.*", "", own["ForwardLit"])
    results["own shader"] = checkPass(Pass(root, "own shader", plain, unity), None, folder, pool)
    return {"urp": version, "core": versionOf(core), "pairs": "ALONE" not in os.environ, "passes": results}


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    core, urp = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
    package = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) == 4 else PACKAGE
    compiler = subprocess.run(["glslangValidator", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        result = {"compiler": compiler, **run(core, urp, package, pool, pathlib.Path(folder))}
    print(re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: "[" + re.sub(r"\s+", " ", found.group(1)) + "]",
                 json.dumps(result, indent=1)))
    sys.exit(any(each["failures"] for each in result["passes"].values()))


if __name__ == "__main__":
    main()
