#!/usr/bin/env python3
"""Writes what mirrors the C headers: the structs, enumerations and functions of C# and Python, and the layout that
old binaries rely on; and the HLSL of shaders/runtime, from its GLSL. Headers and GLSL are the only descriptions;
whoever changes them runs this script.

Usage: scripts/bindings.py            writes the files
       scripts/bindings.py --check    fails where a file is not what the headers give
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What the headers do not say: the names of flags, words that are spelled in their own way, and constants of structs.
FLAGS = {"PN_CONTEXT_VALIDATION": "ContextFlags", "PN_FIX_NON_FINITE": "FixFlags", "PN_UNITY_JOB_OWN_SUBMISSION": "UnityJobFlags",
         "PN_VULKAN_FLOAT_CONTROLS": "VulkanDeviceFlags"}
FLAG_FIELDS = {("PnContextDesc", "flags"): "ContextFlags", ("PnUnityJobDesc", "flags"): "UnityJobFlags"}
SPELLINGS = {"BLACKOPS": "BlackOps", "PLAYCANVAS": "PlayCanvas", "DIRECTXMATH": "DirectXMath", "PROBENORM": "ProbeNorm",
             "ZUP": "ZUp"}
CONSTANTS = {"PnSh": ("MaxBands", "PN_MAX_BANDS"), "PnLights": ("MaxCount", "PN_MAX_LIGHTS")}
SIZES = {"char": 1, "uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "int32_t": 4, "uint64_t": 8, "float": 4}
SIZES |= {name: 4 for name in ("VkFormat", "VkImageLayout", "VkAccessFlags", "VkPipelineStageFlags", "VkImageUsageFlags",
                               "VkImageCreateFlags")}
CSHARP = {"char": "byte", "uint8_t": "byte", "uint16_t": "ushort", "uint32_t": "uint", "int32_t": "int", "uint64_t": "ulong", "float": "float"}
PYTHON = {"char": "c_char", "uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32", "int32_t": "c_int32", "uint64_t": "c_uint64",
          "float": "c_float", "void": "None"}


class Field:
    def __init__(self, text):
        match = re.fullmatch(r"(const )?(\w+)(\**) ?(\w+)((?:\[\w+\])*)", " ".join(text.split()))
        const, self.type, stars, self.name, counts = match.groups()
        self.is_const, self.is_pointer = bool(const), bool(stars)
        self.counts = re.findall(r"\w+", counts)


class Header:
    """The declarations of a header, and of those that it builds on."""

    def __init__(self, name, base=None):
        self.name = f"include/probenorm/{name}"
        text = (ROOT / self.name).read_text()
        self.numbers = dict(base.numbers if base else {})
        self.numbers |= {n: int(v) for n, v in re.findall(r"#define (PN_\w+) (\d+)u?$", text, re.M)}
        self.sizes = dict(base.sizes if base else SIZES)
        self.all_structs = dict(base.all_structs if base else {})
        self.typed = dict(base.typed if base else {})  # what an integer type stands for
        self.callbacks, self.structs, self.enums = {}, {}, []
        self.read_enums(text)
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        for alias, name in re.findall(r"typedef (u?int(?:32|64)_t) (Pn\w+);", code):
            self.typed.setdefault(name, CSHARP[alias])
            self.sizes[name] = SIZES[alias]
        for result, name, arguments in re.findall(r"typedef (\w+) \(\*(Pn\w+)\)\(([^)]*)\);", code):
            self.callbacks[name] = [result, *(Field(a) for a in arguments.split(","))]
        for name, body in re.findall(r"typedef struct (Pn\w+)\s*\{(.*?)\}\s*\1;", code, re.S):
            self.structs[name] = [Field(f) for f in body.split(";") if f.strip()]
        self.all_structs |= self.structs
        self.functions = [(result.strip(), name, [] if arguments == "void" else [Field(a) for a in arguments.split(",")])
                          for result, name, arguments in
                          re.findall(r"^PN_API ((?:const )?\w+\*? ?)(pn\w+)\(([^)]*)\);", code, re.M)]

    def read_enums(self, text):
        pattern = r"((?:/\*(?:(?!\*/).)*\*/\n)?)(?:typedef int32_t (Pn\w+);\n)?enum\n\{\n(.*?)\n\};"
        for comment, name, body in re.findall(pattern, text, re.S):
            plain = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
            members = [(m, int(v)) for m, v in re.findall(r"(PN_\w+) = (-?\d+)", plain)]
            members = [m for m in members if not m[0].endswith("_COUNT")]
            name = name[2:] if name else FLAGS.get(members[0][0])
            if name is None:
                continue
            self.typed[f"Pn{name}"] = name
            prefix = "PN_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper() + "_"
            while not all(m.startswith(prefix) for m, _ in members):
                prefix = prefix[:prefix.rstrip("_").rindex("_") + 1]
            words = " ".join(re.sub(r"^\s*/?\*+/?|\*/", "", line).strip() for line in comment.splitlines()).strip()
            self.enums.append((name, words.split("; ")[0].rstrip(".") + ".", [(m[len(prefix):], v, m) for m, v in members]))

    def count(self, field):
        total = 1
        for count in field.counts:
            total *= int(count.rstrip("u")) if count[0].isdigit() else self.numbers[count]
        return total

    def layout(self, name):
        """The size and the alignment of a type on a 64-bit machine, and each field's name, offset and bytes."""
        if name not in self.all_structs:
            size = self.sizes.get(name, 8)  # a pointer, or a handle that is one
            return size, size, []
        end, alignment, fields = 0, 1, []
        for field in self.all_structs[name]:
            size, align = (8, 8) if field.is_pointer else self.layout(field.type)[:2]
            end = -(-end // align) * align
            fields.append((field.name, end, size * self.count(field)))
            end += fields[-1][2]
            alignment = max(alignment, align)
        return -(-end // alignment) * alignment, alignment, fields


def camel(words):
    def word(text):
        return SPELLINGS.get(text) or re.sub(r"(^|\d)([a-z])", lambda m: m[1] + m[2].upper(), text.lower())
    return "".join(word(part) for part in words.split("_"))


def csharp_enum(name, words, members, access):
    summary = textwrap.wrap(f"<summary>{words}</summary>", 112) if words and access == "public" else []
    lines = [f"    /// {line}" for line in summary]
    if name.endswith("Flags"):
        lines += ["    [Flags]"]
        members = [("NONE", 0, "")] + members
    lines += [f"    {access} enum {name}", "    {"]
    lines += [f"        {camel(re.sub('^ERROR_', '', member))} = {value}," for member, value, _ in members]
    return lines + ["    }"]


def csharp_field(header, struct, field):
    name, kind = field.name[0].upper() + field.name[1:], field.type
    count = header.count(field)
    if field.is_pointer and field.counts:
        return f"internal fixed long {name}[{count}];"
    if kind in header.all_structs and field.counts:
        words = header.layout(kind)[0] // 4
        return f"internal fixed uint {name}[{count * words}]; // of {words} words each"
    if field.is_pointer:
        mirrored = kind[2:] if kind in header.all_structs else CSHARP.get(kind)
        return f"internal {mirrored}* {name};" if mirrored else f"internal IntPtr {name};"
    if kind in header.callbacks:
        return f"internal IntPtr {name};"
    kind = FLAG_FIELDS.get((struct, field.name)) or header.typed.get(kind) or CSHARP[kind]
    return f"internal fixed {kind} {name}[{count}];" if field.counts else f"internal {kind} {name};"


def csharp_struct(header, name, fields):
    lines = [csharp_field(header, name, field) for field in fields]
    unsafe = "unsafe " if any("*" in line or " fixed " in line for line in lines) else ""
    if name in CONSTANTS:
        constant, number = CONSTANTS[name]
        lines = [f"internal const int {constant} = {header.numbers[number]};", "", *lines]
    return (["    [StructLayout(LayoutKind.Sequential)]", f"    internal {unsafe}struct {name[2:]}", "    {"] +
            [f"        {line}".rstrip() for line in lines] + ["    }"])


def csharp_argument(header, field):
    """Structs are addresses; numbers and texts are arrays of C#, and single results are out."""
    kind, name = field.type, f"@{field.name}" if field.name == "event" else field.name
    mirrored = "ContextHandle" if kind == "PnContext" else header.typed.get(kind) or CSHARP.get(kind)
    if kind in header.all_structs:
        return f"{kind[2:]}* {name}"
    if not field.is_pointer and not field.counts:
        return f"{mirrored} {name}"
    if kind in ("char", "float", "uint8_t", "uint16_t"):
        return f"{'' if field.is_const else '[Out] '}{mirrored}[] {name}"
    return f"out {mirrored} {name}"


def csharp_function(header, result, name, arguments):
    kind = "IntPtr" if "*" in result else "void" if result == "void" else header.typed.get(result) or CSHARP[result]
    texts = [csharp_argument(header, field) for field in arguments]
    if name == "pnDestroyContext":  # a handle calls it about itself
        texts = ["IntPtr context"]
    text = ", ".join(text.replace(" ", "\0") for text in texts)  # no line ends within an argument
    lines = textwrap.wrap(f"internal static extern {kind} {name}({text});", 108, subsequent_indent="    ")
    return ["        [DllImport(Name, CallingConvention = Cdecl)]", *(f"        {line}".replace("\0", " ") for line in lines)]


def csharp(base, unity):
    functions = [csharp_function(header, *function) for header in (base, unity) for function in header.functions]
    library = ["    internal static unsafe partial class Library", "    {", '        private const string Name = "probenorm";',
               "        private const CallingConvention Cdecl = CallingConvention.Cdecl;", "",
               *"\n\n".join("\n".join(lines) for lines in functions).split("\n"), "    }"]
    public = [csharp_enum(*enum, "public") for enum in base.enums]
    internal = [csharp_enum(*enum, "internal") for enum in unity.enums]
    internal += [csharp_struct(header, *struct) for header in (base, unity) for struct in header.structs.items()] + [library]
    blocks = {"ProbeNorm": public, "ProbeNorm.Native": internal}
    return ("// Written by scripts/bindings.py from probenorm.h and probenorm_unity.h. Function pointers stay null: no native\n"
            "// thread may enter managed code, whose domain can be unloaded at any time.\n"
            "using System;\nusing System.Runtime.InteropServices;\n" +
            "".join(f"\nnamespace {name}\n{{\n" + "\n\n".join("\n".join(block) for block in parts) + "\n}\n"
                    for name, parts in blocks.items()))


def python_enums(header):
    blocks = []
    for name, words, members in header.enums:
        base = "IntFlag" if name.endswith("Flags") else "IntEnum"
        lines = textwrap.wrap(f'"""{words}"""', 120, initial_indent="    ", subsequent_indent="    ")
        members = [f"    {member} = {value}" for member, value, _ in members]
        blocks.append("\n".join([f"class {name}({base}):", *lines, "", *members]))
    names = ", ".join(f'"{name}"' for name, _, _ in header.enums)
    return (f'"""Written by scripts/bindings.py: the enumerations of {header.name}."""\n\n'
            "from enum import IntEnum, IntFlag\n\n__all__ = [\n" +
            textwrap.fill(names, 120, initial_indent="    ", subsequent_indent="    ") + ",\n]\n\n\n" +
            "\n\n\n".join(blocks) + "\n")


def python_type(header, field):
    kind = field.type
    if kind in header.callbacks:
        result = kind[2:]
    elif field.is_pointer:
        result = {"void": "c_void_p", "char": "c_char_p", "PnContext": "POINTER(c_void_p)"}.get(kind)
        result = result or f"POINTER({kind[2:] if kind in header.structs else PYTHON[kind]})"
    elif kind in header.structs:
        result = kind[2:]
    else:
        result = PYTHON.get(kind) or ("c_int32" if kind in header.typed else "c_void_p")
    for count in reversed([header.count(field)] if len(field.counts) == 1 else [int(c) for c in field.counts]):
        result = f"({result} * {count})"
    return result


def python_argument(header, field):
    if field.counts:  # an array as an argument is a pointer
        field.is_pointer, field.counts = True, []
    return python_type(header, field)


def python_abi(header):
    lines = [f'"""Written by scripts/bindings.py: the structs and functions of {header.name}, one to one."""', "", "import ctypes",
             "from ctypes import POINTER, c_char, c_char_p, c_float, c_int32, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p", ""]
    for name, (result, *arguments) in header.callbacks.items():
        kinds = ", ".join([PYTHON.get(result, "c_int32"), *(python_type(header, a) for a in arguments)])
        lines.append(f"{name[2:]} = ctypes.CFUNCTYPE({kinds})")
    for name, fields in header.structs.items():
        lines += ["", "", f"class {name[2:]}(ctypes.Structure):", "    _fields_ = ["]
        lines += [f'        ("{field.name}", {python_type(header, field)}),' for field in fields]
        lines += ["    ]"]
    lines += ["", "", "FUNCTIONS = {  # name: result, arguments"]
    for result, name, arguments in header.functions:
        kind = "c_char_p" if "char*" in result else PYTHON.get(result, "c_int32")
        lines += [f'    "{name}": (', f"        {kind},",
                  *(["        [", *(f"            {python_argument(header, a)}," for a in arguments), "        ],"]
                    if arguments else ["        [],"]), "    ),"]
    return "\n".join([*lines, "}", ""])


def layout(headers):
    lines = ["/* Written by scripts/bindings.py: the layout of every public struct on a 64-bit machine. A line that changes",
             " * breaks old binaries. Compiled as C99, C11, C++11 and C++20. */",
             *(f"#include <{header.name[len('include/'):]}>" for header in headers), "", "#include <stddef.h>", "",
             "#ifndef PN_FIELD /* others print the fields */", "#define PN_JOIN2(a, b) a##b", "#define PN_JOIN(a, b) PN_JOIN2(a, b)",
             "#define PN_HOLDS(condition) typedef char PN_JOIN(pn_holds_, __LINE__)[(condition) ? 1 : -1]",
             "#define PN_FIELD(Type, field, offset, bytes)".ljust(119) + "\\",
             "    PN_HOLDS(offsetof(Type, field) == (offset) && sizeof(((Type*)0)->field) == (bytes))", "#endif"]
    for header in headers:
        if header is headers[-1]:  # whose values no other language repeats
            lines += ["", *(f"PN_HOLDS({member} == {value});" for _, _, members in header.enums for _, value, member in members)]
        for name in header.structs:
            size, _, fields = header.layout(name)
            lines += ["", f"PN_HOLDS(sizeof({name}) == {size});"]
            lines += [f"PN_FIELD({name}, {field}, {offset}, {count});" for field, offset, count in fields]
    return "\n".join([*lines, ""])


def outputs():
    base = Header("probenorm.h")
    unity, vulkan = Header("probenorm_unity.h", base), Header("probenorm_vulkan.h", base)
    return {"plugin/package/Runtime/Native/Bindings.cs": csharp(base, unity),
            "python/probenorm/_abi.py": python_abi(base),
            "python/probenorm/enums.py": python_enums(base),
            "tests/abi/layout.c": layout([base, unity, vulkan])}


def main():
    stale = []
    for name, text in outputs().items():
        path = ROOT / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.is_file() or path.read_text() != text:
            stale.append(name)
    for name in stale:
        print(f"{name} is not what its source gives; run scripts/bindings.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
