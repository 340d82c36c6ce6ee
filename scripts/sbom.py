#!/usr/bin/env python3
"""Prints a bill of materials, CycloneDX 1.5, of the binaries named: what scripts/third-party.txt says is inside, in the versions
that are built from source, else in those of the Debian packages that this machine has.

Usage: scripts/sbom.py VERSION BINARY...
"""

import json
import pathlib
import subprocess
import sys

LIST = pathlib.Path(__file__).resolve().with_name("third-party.txt")
FILES = {"library": "libprobenorm.so", "arm64": "libprobenorm.so for ARM 64", "dll": "probenorm.dll", "tool": "probenorm", "exe": "probenorm.exe",
         "tool_arm64": "probenorm for ARM 64", "web": "probenorm.js"}


def inside(binaries):
    """{component's reference: (component, those of the binaries that hold it)}"""
    found = {}
    for line in LIST.read_text().splitlines():
        if not line.startswith("#"):
            package, holders, source, version, _, licence = line.split(maxsplit=5)
            for holder in holders.split(","):
                if holder in binaries:
                    made = component(package, installed(package), licence, "")
                elif holder.removesuffix("+") in binaries:
                    made = component(source, version, licence, "&arch=source")
                else:
                    continue
                found.setdefault(made["bom-ref"], (made, []))[1].append(holder.removesuffix("+"))
    return found


def installed(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True).stdout


def component(name, version, licence, kind):
    purl = f"pkg:deb/debian/{name}@{version}?distro=bookworm{kind}".replace("+", "%2B")
    return {"type": "library", "bom-ref": name, "name": name, "version": version, "licenses": [{"expression": licence}], "purl": purl}


def main(version, *binaries):
    found = inside(binaries)
    own = [{"type": "application" if name.startswith(("tool", "exe", "web")) else "library", "bom-ref": name, "name": FILES[name]} for name in binaries]
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "library", "bom-ref": "probenorm", "name": "probenorm", "version": version,
                                   "licenses": [{"expression": "MIT"}], "components": own}},
        "components": [made for made, _ in found.values()],
        "dependencies": [{"ref": name, "dependsOn": [ref for ref, (_, holders) in found.items() if name in holders]} for name in binaries],
    }
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
