#!/usr/bin/env bash
# Makes files of Filament's cmgen and of ImageMagick from one small map: a KTX cubemap with mips and coefficients,
# coefficients as text, Radiance faces, and a Radiance map. Needs node and Debian's libfilament-tools and imagemagick.
set -euo pipefail
cd "$(dirname "$0")/files"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

node ../map.mjs map.hdr
cmgen --quiet --format=ktx --size=16 --deploy="$work/cmgen" map.hdr
cp "$work/cmgen/cmgen_ibl.ktx" .
cp "$work/cmgen/sh.txt" cmgen_sh.txt
cmgen --quiet --format=hdr --size=16 --extract="$work/faces" map.hdr
for face in px nx py ny pz nz; do cp "$work/faces/map/$face.hdr" "cmgen_$face.hdr"; done
convert-im6.q16 map.hdr magick.hdr
