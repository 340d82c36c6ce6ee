#!/usr/bin/env bash
# find_package(ProbeNorm) from C with the shared library; then the static one, which needs a C++ linker.
source "$(dirname "$0")/common.sh"

buildFresh "$sample" "$PN_WORK/find_package" "-DCMAKE_PREFIX_PATH=$prefix"
runSample "$PN_WORK/find_package/minimal_c"

buildFresh "$PN_SOURCE/tests/install/static" "$PN_WORK/static" "-DCMAKE_PREFIX_PATH=$prefix" "-DPN_SAMPLE=$sample"
runSample "$PN_WORK/static/minimal_c"
if readelf -d "$PN_WORK/static/minimal_c" | grep -q probenorm; then
    echo "the static sample needs the shared library"
    exit 1
fi
