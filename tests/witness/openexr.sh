#!/usr/bin/env bash
# Makes a file of two parts and six faces with OpenEXR's own tools from the map that cmgen.sh starts with. Needs a built probenorm
# (its path is the argument) and Debian's openexr.
set -euo pipefail
probenorm=$(realpath "$1")
cd "$(dirname "$0")/files"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

"$probenorm" resample map.hdr --to equirect -o "$work/beauty.exr"
"$probenorm" resample magick.hdr --to equirect -o "$work/clipped.exr"
"$probenorm" resample map.hdr --to openexr-latlong -o "$work/latlong.exr"
exrenvmap -li -c -w 16 "$work/latlong.exr" 'exrenvmap_%.exr'
exrmultipart -combine -i "$work/clipped.exr" "$work/beauty.exr" -o openexr_parts.exr
