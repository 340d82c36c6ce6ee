#!/usr/bin/env bash
# build-portable.sh [linux|windows]: builds the tool as one file that needs nothing but its system's own libraries
# (docs/packages.md): build/portable/tools/probenorm/probenorm for glibc 2.17, which is checked by its version references, or
# build/windows-tool/tools/probenorm/probenorm.exe. libraries.sh builds what Debian has no static library of.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1-linux}

flags="-O2 -ffp-contract=off -ffunction-sections -fdata-sections"
options=(-DCMAKE_POSITION_INDEPENDENT_CODE=ON)
declare -A own=()
case $target in
linux)
    preset=portable binary=tool compiler=c++ cc=cc archive=ar toolchain='' headers=''
    flags+=" -fstack-protector-strong -fstack-clash-protection -fcf-protection=full -D_FORTIFY_SOURCE=2"
    ;;
windows)
    preset=windows-tool binary=exe compiler=x86_64-w64-mingw32-g++-posix toolchain=cmake/mingw_w64.cmake
    cc=x86_64-w64-mingw32-gcc-posix archive=x86_64-w64-mingw32-ar headers="libcli11-dev libglm-dev nlohmann-json3-dev"
    flags+=" -Wa,-muse-unaligned-vector-move" # as in the toolchain
    own[openexr]=-DIMF_HAVE_GCC_INLINEASM_X86_64 # else it takes a long of 32 bits for a processor of 32, and decodes DWAA to other bits
    ;;
*)
    echo "build-portable: no target $target" >&2
    exit 1
    ;;
esac
source scripts/libraries.sh

[[ $target != windows ]] || export PKG_CONFIG_LIBDIR=$static/lib/pkgconfig
cmake --preset "$preset" --fresh --log-level=WARNING -DCMAKE_PREFIX_PATH="$static" -DCMAKE_FIND_ROOT_PATH="$static"
cmake --build --preset "$preset" --target probenorm_cli
if [[ $target == linux ]]; then
    cmake -DLIBRARY=build/portable/tools/probenorm/probenorm -DREADELF=readelf -P tests/abi/binary_test.cmake
else
    cmake -DLIBRARY=build/windows-tool/tools/probenorm/probenorm.exe -DTOOL=ON -DOBJDUMP=x86_64-w64-mingw32-objdump -P tests/package/windows/binary_test.cmake
fi
