#!/bin/sh
# A white sphere by Blender's Cycles (Debian: blender): in two of Blender's maps, in an environment of degree 2, and in maps without
# their lights, lit by the lights that `probenorm lights` wrote. usage: tests/witness/cycles.sh build/release/tools/probenorm/probenorm
set -eu
probenorm=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
maps=/usr/share/blender/datafiles/studiolights/world
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3=/usr/bin/python3
$python3 "$here/environment.py" degree2.hdr
arguments="$maps/sunset.exr $maps/studio.exr degree2.hdr"
for map in sunset sunrise studio city; do
    "$probenorm" lights "$maps/$map.exr" --residual "$map.exr" --format gltf -o "$map.gltf"
    arguments="$arguments $map.exr+$map.gltf"
done
blender -b --python-exit-code 1 -P "$here/cycles_sphere.py" -- -o "$here/files/cycles_sphere.json" $arguments > blender.txt ||
    { cat blender.txt; exit 1; }
