#!/usr/bin/env bash
# Makes files of OpenEXR's own tools from the map that cmgen.sh starts with: a cube of their kind, and a file of two
# parts. Needs a built probenorm (its path is the argument) and Debian's openexr.
set -euo pipefail
probenorm=$(realpath "$1")
cd "$(dirname "$0")/files"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

"$probenorm" resample map.hdr --to equirect -o "$work/beauty.exr"
"$probenorm" resample magick.hdr --to equirect -o "$work/clipped.exr"
exrenvmap -c -w 16 "$work/beauty.exr" openexr_cube.exr
exrmultipart -combine -i "$work/clipped.exr" "$work/beauty.exr" -o openexr_parts.exr
