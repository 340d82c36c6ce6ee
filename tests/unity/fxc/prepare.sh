#!/usr/bin/env bash
# prepare.sh FOLDER COMPILER: Microsoft's compiler, d3dcompiler_47.dll, in FOLDER, with fxc.exe beside it, which calls it, and a
# folder for Wine. The DLL lies in the npm package webgpu, is fetched once, and is never stored or packed with ours.
# Environment: WINEPREFIX.
set -euo pipefail

readonly package=webgpu@0.6.2
readonly dll=d3dcompiler_47.dll
readonly sum=289767b49dc8525bce262ea06fee4ef9fced2e131a55b25654ce871c1f0498b2
readonly here=$(cd "$(dirname "$0")" && pwd)

isThere() {
    [[ -e $1 ]] && echo "$sum  $1" | sha256sum --quiet -c -
}

mkdir -p "$1"
if ! isThere "$1/$dll"; then
    work=$(mktemp -d "$1/.fetch-XXXXXX")
    trap 'rm -rf "$work"' EXIT
    (cd "$work" && npm pack --silent "$package" && tar -xzf ./*.tgz "package/dist/win32-x64/$dll")
    isThere "$work/package/dist/win32-x64/$dll" # another file fails here
    mv "$work/package/dist/win32-x64/$dll" "$1/"
fi
"$2" -std=c11 -O1 -Wall -Wextra -Werror -o "$1/fxc.exe" "$here/fxc.c"
/usr/lib/wine/wine64 cmd /c exit
