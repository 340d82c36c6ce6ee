#!/usr/bin/env python3
"""Writes shaders/runtime/probenorm.glsl in the other languages: HLSL, WGSL, Godot's shading language, and as a string for JavaScript.

The GLSL is the source. It keeps to what all languages share: a function's head stands on one line, a statement declares one
variable and never changes it (but for PN_HALF), functions have names of their own, and a vector is never compared with a
number. Run it without arguments after a change; --check says which files are old.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "shaders/runtime"
WRITTEN = "// Written by scripts/shader-include.py from shaders/runtime/probenorm.glsl."
SAMPLE = re.compile(r"textureLod\(probe, lookup, (.*?)\)\.rgb")
TYPES = {"float": "f32", "vec3": "vec3f", "vec4": "vec4f"}


def head(text, language, sample):
    """The comment at the top, which names the language and reads the probe in it."""
    text = text.replace("GLSL 3.30 or ES 3.00 up.", language, 1).replace("// scripts/shader-include.py writes the other languages.", WRITTEN)
    return SAMPLE.sub(lambda match: sample.format(match[1]), text)


def without_halves(text):
    """Without PN_HALF, which only GLSL and HLSL have."""
    text = re.sub(r" PN_HALF before the include asks for floats of 16 bits\.", "", text)
    return re.sub(r"#ifdef PN_HALF\n(?:.*\n)*?(?:#else\n((?:.*\n)*?))?#endif\n", lambda match: match[1] or "", text)


def to_hlsl(text):
    text = head(text, "HLSL of shader model 3 up.", "probe.SampleLevel(s, lookup, {}).rgb")
    text = re.sub(r"\bvec([34])\b", r"float\1", text)
    text = re.sub(r"^(?!//).*", lambda line: re.sub(r"\bfloat([34]?)\b", r"PN_FLOAT\1", line[0]), text, flags=re.M)
    text = re.sub(r"^const ", "static const ", text, flags=re.M).replace("PROBENORM_GLSL", "PROBENORM_HLSL")
    kinds = ["\n".join(f"#define PN_FLOAT{n} {kind}{n}" for n in ("", "3", "4")) for kind in ("half", "float")]
    guard = "#define PROBENORM_HLSL\n"
    return text.replace(guard, f"{guard}\n#ifdef PN_HALF\n{kinds[0]}\n#else\n{kinds[1]}\n#endif\n")


def to_godot(text):
    text = head(without_halves(text), "Godot's shading language, 4.0 up.", "textureLod(probe, lookup, {}).rgb")
    return text.replace("PROBENORM_GLSL", "PROBENORM_GDSHADERINC")


def wgsl_argument(argument):
    kind, name = argument.split()
    name, *count = re.split(r"[\[\]]", name)[:2]
    return f"{name}: " + (f"array<{TYPES[kind]}, {count[0]}>" if count else TYPES[kind])


def wgsl_function(match):
    arguments = ", ".join(wgsl_argument(argument) for argument in match[3].split(", "))
    return f"fn {match[2]}({arguments}) -> {TYPES[match[1]]}"


def to_wgsl(text):
    text = head(without_halves(text), "WGSL.", "textureSampleLevel(probe, s, lookup, {}).rgb")
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    code = re.sub(r"^(float|vec[34]) (\w+)\((.*)\)$", wgsl_function, text, flags=re.M)
    code = re.sub(r"^const float (\w+)", r"const \1: f32", code, flags=re.M)
    code = re.sub(r"^((?://)? +)(?:float|vec[34]) (\w+ =)", r"\1let \2", code, flags=re.M)
    code = re.sub(r"\bvec([34])\(", r"vec\1f(", code)
    return re.sub(r"\n\n\n+", "\n\n", code)


def to_module(text):
    text = re.sub("[ \t]*//.*", "", text)  # engines cut lines at semicolons
    code = re.sub("\n\n+", "\n\n", text).strip()
    return f"{WRITTEN}\nexport const glsl = `{code}\n`;\n"


def outputs():
    source = (RUNTIME / "probenorm.glsl").read_text()
    return {RUNTIME / "probenorm.hlsl": to_hlsl(source), RUNTIME / "probenorm.wgsl": to_wgsl(source),
            RUNTIME / "probenorm.gdshaderinc": to_godot(source), ROOT / "javascript/glsl.mjs": to_module(source)}


def main():
    stale = []
    for path, text in outputs().items():
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.is_file() or path.read_text() != text:
            stale.append(path.relative_to(ROOT))
    for name in stale:
        print(f"{name} is not what its source gives; run scripts/shader-include.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
