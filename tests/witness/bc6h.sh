#!/usr/bin/env bash
# Makes files/bc6h_95 (unsigned) and bc6h_96 (signed): 128 blocks, and what OpenImageIO decodes them to.
# Needs node and Debian's openimageio-tools.
set -euo pipefail
cd "$(dirname "$0")/files"

for format in 95 96; do
    node ../bc6h.mjs "$format" 128 "bc6h_$format.dds"
    oiiotool "bc6h_$format.dds" --ch R,G,B -d half --compression zip -o "bc6h_$format.exr"
done
