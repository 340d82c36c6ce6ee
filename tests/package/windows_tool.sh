#!/usr/bin/env bash
# windows_tool.sh EXE NATIVE [TESTS]: runs the Windows tool under Wine, on the CPU and on this machine's Vulkan, and fails unless
# all results have the SHA-256 of the native tool's. Then, by paths in Unicode and longer than 260 letters. TESTS, the folder of
# the built tests of the command line, runs those against the Windows tool and prints those that fail; it needs no other argument.
# Prints tables.
set -euo pipefail
export LC_ALL=C.UTF-8
tool=$(realpath "$1") native=$(realpath "$2") tests=${3+$(realpath "$3")}
source=$(cd "$(dirname "$0")/../.." && pwd)
wine=$source/tests/package/windows/wine.sh
work=$(mktemp -d)
export WINEPREFIX=$work/wine VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none
trap '[[ $? == 0 ]] || tail -n 3 "$work/log" >&2; "$wine" --end >/dev/null 2>&1; rm -rf "$work"' EXIT
. "$source/tests/package/results.sh"

# runTests: each program of the command line's tests, with the Windows tool in the place of its own.
runTests() {
    local program failed=()
    for program in "$tests"/cli_*_test; do
        nm -C "$program" | grep 'pn::test::RunningProgram::RunningProgram' >/dev/null || continue # it does not start the tool
        (cd "$work" && PN_PROGRAM=$work/probenorm timeout 900 "$program" >"$work/tests/${program##*/}" 2>&1) || true
    done
    echo "$(cat "$work"/tests/* | grep -c '^\[       OK') of $(cat "$work"/tests/* | grep -c '^\[ RUN') tests of the command line pass"
    mapfile -t failed < <(cat "$work"/tests/* | sed -n 's/^\[  FAILED  \] \([^ ]*\) (.*/\1/p' | sort -u)
    [[ ${#failed[@]} == 0 ]] || printf '  fails: %s\n' "${failed[@]}"
}

mkdir -p "$work"/{native/in,native/out,cpu/out,vulkan/out,tests}
ln -s ../native/in "$work/cpu/in"
ln -s ../native/in "$work/vulkan/in"
cmake "-DLIBRARY=$tool" -DTOOL=ON -DOBJDUMP=x86_64-w64-mingw32-objdump -P "$source/tests/package/windows/binary_test.cmake"
stat -c "%n: %s bytes" "$tool"
"$wine" --start
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wine" "$tool" >"$work/probenorm"
chmod +x "$work/probenorm"
(cd "$work/native" && writeNative "$native")
echo "| where it ran | results equal by SHA-256 |"
echo "|---|---|"
(cd "$work/cpu" && writeAll "$work/probenorm")
compare "Wine, CPU" "$work/cpu/out"
(cd "$work/vulkan" && VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.$(uname -m).json VK_ICD_FILENAMES='' MESA_SHADER_CACHE_DISABLE=true \
    writeAll onVulkan "$work/probenorm")
compare "Wine, Vulkan (lavapipe)" "$work/vulkan/out"
(
    cd "$work/native"
    long=out/$(printf 'Übergang_%.0s' {1..20})/$(printf '夜_%.0s' {1..60})
    mkdir -p "$long"
    "$work/probenorm" resample "in\\map.hdr" --size 16 -o "$PWD/$long/größe.ktx2"
    "$native" resample in/map.hdr --size 16 -o "$work/same.ktx2"
    cmp "$long/größe.ktx2" "$work/same.ktx2"
    rm -r "${long%/*}"
) >"$work/log"
echo "paths in Unicode and of more than 260 letters: the same bytes"
(cd "$work/native" && speeds "$native" "$work/probenorm")
[[ -z $tests ]] || runTests
