#!/usr/bin/env bash
# abi.sh [--update]: compares the functions and types of the public C headers with those of 0.1.0, which are in
# tests/abi/probenorm-0.1.0.abi, by libabigail. New functions are right; anything else fails. Abi.exports compares the headers with the
# library. --update writes the file anew: before 0.1.0 is released, and where a struct has grown at its end and in no other way.
set -euo pipefail
cd "$(dirname "$0")/.."
frozen=tests/abi/probenorm-0.1.0.abi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A library whose functions do nothing, with the headers' types in it.
{
    printf '#include <probenorm/%s>\n' probenorm.h probenorm_unity.h probenorm_vulkan.h
    grep -hPzo '(?<=\n)PN_API [^;]*' include/probenorm/*.h | sed -z 's/$/ { __builtin_trap(); }\n/' | tr -d '\0'
} >"$work/stubs.c"
cc -std=c99 -g -O0 -fPIC -shared -nostdlib -w -Iinclude -o "$work/libprobenorm.so.0" "$work/stubs.c"
abidw --headers-dir include/probenorm --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs \
    --out-file "$work/abi" "$work/libprobenorm.so.0"
if [[ ${1-} == --update ]]; then
    cp "$work/abi" "$frozen"
    exit
fi
abidiff --no-added-syms "$frozen" "$work/abi"
echo "abi.sh: callers of 0.1.0 work"
