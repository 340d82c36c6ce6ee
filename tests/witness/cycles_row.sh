#!/bin/sh
# A row of metal spheres in four engines, with our prefiltered mips and with brute force, and by Blender's Cycles (Debian: blender).
# usage: tests/witness/cycles_row.sh build/release [MAP]
set -eu
build=$(realpath "$1")
map=${2:-/usr/share/blender/datafiles/studiolights/world/sunset.exr}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ctest --test-dir "$build" -R '^engines.install$' > "$work/install.txt" || { cat "$work/install.txt"; exit 1; }
for engine in three babylon playcanvas filament; do
    node "$here/../engines/spheres.mjs" $engine --size 128 --map "$map" --row "$work/$engine.json" --work "$work" \
        --probenorm "$build/tools/probenorm/probenorm" --modules "$build/tests/engines/modules" --chromium chromium
done
blender -b --python-exit-code 1 -P "$here/cycles_row.py" -- "$work"/*.json > "$work/blender.txt" ||
    { cat "$work/blender.txt"; exit 1; }
grep ': 0.0: ' "$work/blender.txt"
