#!/usr/bin/env bash
# The command line tool of the archive projects an image: two white texels, whose only coefficient is 2 sqrt(pi).
source "$(dirname "$0")/common.sh"

printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n\x80\x80\x80\x81\x80\x80\x80\x81' >"$PN_WORK/white.hdr"
"$prefix/bin/probenorm" project "$PN_WORK/white.hdr" --device cpu --bands 1 --format json | tee "$PN_WORK/white.json"
grep -q '3.54490[78]' "$PN_WORK/white.json"
[[ -s $prefix/share/doc/ProbeNorm/LICENSE && -s $prefix/share/doc/ProbeNorm/THIRD_PARTY.md && -s $prefix/share/doc/ProbeNorm/licences/libhwy-dev.txt ]]
