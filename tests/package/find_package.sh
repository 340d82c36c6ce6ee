#!/usr/bin/env bash
# find_package(ProbeNorm) from C and from C++ with the shared library; then the static one, which needs a C++ linker.
source "$(dirname "$0")/common.sh"

buildFresh "$sample" "$PN_WORK/find_package" "-DCMAKE_PREFIX_PATH=$prefix"
runSample "$PN_WORK/find_package/minimal_c"

buildFresh "${sample}pp" "$PN_WORK/cpp" "-DCMAKE_PREFIX_PATH=$prefix"
runSample "$PN_WORK/cpp/minimal_cpp"

buildFresh "$PN_SOURCE/tests/package/static" "$PN_WORK/static" "-DCMAKE_PREFIX_PATH=$prefix" "-DPN_SAMPLE=$sample"
runSample "$PN_WORK/static/minimal_c"
if readelf -d "$PN_WORK/static/minimal_c" | grep -q probenorm; then
    echo "the static sample needs the shared library"
    exit 1
fi
