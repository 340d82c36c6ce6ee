#!/usr/bin/env bash
# nightly.sh [SECONDS [TARGET...]]: fuzzes every target for 30 minutes, or SECONDS, starting from what earlier nights found,
# and keeps of that only what still reaches code of its own. Add a small input of build/asan/fuzz/findings to
# tests/fuzz/corpus/TARGET.tar with the fix of what it found.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-1800}
[[ $# -eq 0 ]] || shift
out=build/asan/fuzz
scripts/build.sh asan fuzz_targets
status=0
tests/fuzz/run.sh "$seconds" build/asan/tests/fuzz build/asan/tests/fuzz/corpus "$out" "$@" || status=$?
for folder in "$out"/*/; do
    name=$(basename "$folder")
    [[ $name != log && $name != findings && $name != slow ]] || continue
    rm -rf "$out/.smaller" && mkdir "$out/.smaller"
    "build/asan/tests/fuzz/fuzz_$name" -merge=1 -verbosity=0 "$out/.smaller" "build/asan/tests/fuzz/corpus/$name" "$folder" \
        >"$out/log/$name.merge" 2>&1 || status=$?
    rm -rf "$folder" && mv "$out/.smaller" "$folder"
    printf '%-16s %6d inputs, %s\n' "$name" "$(find "$folder" -type f | wc -l)" "$(du -sh "$folder" | cut -f 1)"
done
exit "$status"
