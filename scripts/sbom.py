#!/usr/bin/env python3
"""Prints a bill of materials, CycloneDX 1.5, of the binaries named: what scripts/third-party.txt says is inside, in the versions
of the Debian packages that this machine has.

Usage: scripts/sbom.py VERSION BINARY...
"""

import json
import pathlib
import subprocess
import sys

LIST = pathlib.Path(__file__).resolve().with_name("third-party.txt")
FILES = {"library": "libprobenorm.so", "arm64": "libprobenorm.so for ARM 64", "dll": "probenorm.dll", "tool": "probenorm", "exe": "probenorm.exe"}


def inside(binaries):
    """Yields each package with its licence and those of the binaries that hold it."""
    for line in LIST.read_text().splitlines():
        if not line.startswith("#"):
            package, holders, licence = line.split(maxsplit=2)
            found = [binary for binary in binaries if binary in holders.split(",")]
            if found:
                yield package, licence, found


def component(package, licence):
    version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True).stdout
    purl = f"pkg:deb/debian/{package}@{version}?distro=bookworm".replace("+", "%2B")
    return {"type": "library", "bom-ref": package, "name": package, "version": version, "licenses": [{"expression": licence}], "purl": purl}


def main(version, *binaries):
    packages = list(inside(binaries))
    own = [{"type": "application" if name in ("tool", "exe") else "library", "bom-ref": name, "name": FILES[name]} for name in binaries]
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "library", "bom-ref": "probenorm", "name": "probenorm", "version": version,
                                   "licenses": [{"expression": "MIT"}], "components": own}},
        "components": [component(package, licence) for package, licence, _ in packages],
        "dependencies": [{"ref": name, "dependsOn": [package for package, _, holders in packages if name in holders]} for name in binaries],
    }
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
