#!/usr/bin/env bash
# find_package(ProbeNorm) from C and from C++ with the shared library; then the static one, which needs a C++ linker.
source "$(dirname "$0")/common.sh"

buildFresh "$sample" "$PN_WORK/find_package" "-DCMAKE_PREFIX_PATH=$prefix"
runSample "$PN_WORK/find_package/minimal_c"

buildFresh "${sample}pp" "$PN_WORK/cpp" "-DCMAKE_PREFIX_PATH=$prefix"
runSample "$PN_WORK/cpp/minimal_cpp"

# Without CMake and below C++20, the header says so in the first error, and in no other.
errors=$("$CXX" -std=c++17 "-I$prefix/include" -x c++ -fsyntax-only - <<<'#include <probenorm/probenorm.hpp>' 2>&1 || true)
[[ $(grep -c 'error' <<<"$errors") == 2 && $errors == *"needs C++20"* ]] || { echo "$errors"; exit 1; }

buildFresh "$PN_SOURCE/tests/package/static" "$PN_WORK/static" "-DCMAKE_PREFIX_PATH=$prefix" "-DPN_SAMPLE=$sample"
runSample "$PN_WORK/static/minimal_c"
if readelf -d "$PN_WORK/static/minimal_c" | grep -q probenorm; then
    echo "the static sample needs the shared library"
    exit 1
fi
