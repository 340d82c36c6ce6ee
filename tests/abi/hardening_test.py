#!/usr/bin/env python3
"""Reads binaries and says how each is hardened; fails where something is missing.

hardening_test.py BUILD LIBRARY PROGRAM   (docs/security.md says what each measure is for)
"""
import json
import re
import subprocess
import sys

FLAGS = ["-fstack-protector-strong", "-fstack-clash-protection", "-fcf-protection=full",
         "-D_FORTIFY_SOURCE=3"]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def disassembly(binary):
    """The instructions of each function that has a name."""
    functions, name = {}, None
    for line in run("objdump", "-d", "--no-show-raw-insn", binary).splitlines():
        if match := re.match(r"[0-9a-f]+ <([^>]+)>:", line):
            name = match[1]
            functions[name] = []
        elif name and "\t" in line:
            functions[name].append(line.split("\t", 1)[1].strip())
    return functions


def facts(binary, entries):
    header, segments = run("readelf", "-W", "-h", binary), run("readelf", "-W", "-l", binary)
    dynamic, symbols = run("readelf", "-W", "-d", binary), run("readelf", "-W", "--dyn-syms", binary)
    code = disassembly(binary)
    guarded = [name for name, lines in code.items() if any("__stack_chk_fail" in line for line in lines)]
    checked = set(re.findall(r"UND (__\w+_chk)\b", symbols))
    probes = [name for name, lines in code.items() if any(re.match(r"orq +\$0x0,\(%rsp\)", line) for line in lines)]
    marked = [name for name in entries if code.get(name, [""])[0].startswith("endbr64")]
    return {
        "position independent": "DYN" in header,
        "no executable stack": re.search(r"GNU_STACK +[x0-9a-f ]+RW ", segments) is not None,
        "no writable code": re.search(r"LOAD[x0-9a-f ]+RWE", segments) is None,
        "relocations read-only": "GNU_RELRO" in segments,
        "all symbols bound at loading": re.search(r"BIND_NOW|\bNOW\b", dynamic) is not None,
        "no search path": re.search(r"RPATH|RUNPATH|TEXTREL", dynamic) is None,
        f"stack protector ({len(guarded)} of {len(code)} functions)": len(guarded) > 50,
        f"FORTIFY ({' '.join(sorted(checked))})": len(checked - {"__stack_chk"}) > 0,
        f"stack probes ({len(probes)} functions)": len(probes) > 0,
        f"branch targets marked ({len(marked)} of {len(entries)} entries)": len(marked) == len(entries),
    }


def compile_commands(build):
    """What no binary shows: each file of the tool and the library, or each folder of them at once (.cxx), is compiled with
    every flag."""
    commands = json.loads(run("ninja", "-C", build, "-t", "compdb"))
    ours = [c["command"] for c in commands if re.search(r" -c \S*/(plugin|tools)/\S+[.](c|cpp|cxx)$", c["command"])]
    return {f"{flag} ({len(ours)} files)": len(ours) > 60 and all(flag in command for command in ours)
            for flag in FLAGS}


def main():
    build, library, program = sys.argv[1:]
    exports = re.findall(r"FUNC +GLOBAL +DEFAULT +\d+ ((?:pn|Unity)\w+)", run("readelf", "-W", "--dyn-syms", library))
    # The mark of the whole binary is missing where the C++ run time that is linked in lacks it, as Debian 12's does.
    tables = {library: facts(library, exports), program: facts(program, ["main"]), "compiling": compile_commands(build)}
    for name, table in tables.items():
        print(name)
        for fact, holds in table.items():
            print(f"  {'yes' if holds else 'NO '}  {fact}")
    return 0 if len(exports) > 40 and all(holds for table in tables.values() for holds in table.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
