#!/usr/bin/env bash
# abi.sh [--update]: compares the library's ABI, its functions and what the public headers say of types, with that of 0.1.0 in
# tests/abi/probenorm-0.1.0.abi, by libabigail (Debian: abigail-tools). Additions are printed; anything else that changed fails.
# --update writes the file anew, for a release.
set -euo pipefail
cd "$(dirname "$0")/.."

frozen=tests/abi/probenorm-0.1.0.abi
library=build/debug/plugin/libprobenorm.so # the preset with types in it
cmake --preset debug --log-level=WARNING -DPN_BUILD_TESTS=OFF -DPN_BUILD_CLI=OFF -DPN_BUILD_SAMPLES=OFF -DPN_BUILD_LAB=OFF
cmake --build --preset debug --target probenorm
if [[ ${1-} == --update ]]; then
    abidw --headers-dir include/probenorm --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs --out-file "$frozen" "$library"
    exit
fi
result=0
abidiff --headers-dir2 include/probenorm --drop-private-types "$frozen" "$library" || result=$?
if ((result & ~4)); then # 4: there is a difference; 8: an old caller breaks
    exit "$result"
fi
echo "abi.sh: callers of 0.1.0 work"
