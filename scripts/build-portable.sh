#!/usr/bin/env bash
# build-portable.sh [linux|arm64|windows]: builds the tool as one file that needs nothing but its system's own libraries
# (docs/packages.md): build/portable/tools/probenorm/probenorm or build/arm64-tool/tools/probenorm/probenorm for glibc 2.17, which is
# checked by its version references, or build/windows-tool/tools/probenorm/probenorm.exe. libraries.sh builds what Debian has no static
# library of.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1-linux}

flags="-O2 -ffp-contract=off -ffunction-sections -fdata-sections"
hardened="-fstack-protector-strong -fstack-clash-protection -D_FORTIFY_SOURCE=2"
options=(-DCMAKE_POSITION_INDEPENDENT_CODE=ON)
headers="libcli11-dev libglm-dev nlohmann-json3-dev"
declare -A own=()
case $target in
linux)
    preset=portable binary=tool compiler=c++ cc=cc archive=ar toolchain='' headers=''
    flags+=" $hardened -fcf-protection=full"
    ;;
arm64)
    preset=arm64-tool binary=tool_arm64 compiler=aarch64-linux-gnu-g++ toolchain=cmake/linux_aarch64.cmake
    cc=aarch64-linux-gnu-gcc archive=aarch64-linux-gnu-ar
    flags+=" $hardened"
    ;;
windows)
    preset=windows-tool binary=exe compiler=x86_64-w64-mingw32-g++-posix toolchain=cmake/mingw_w64.cmake
    cc=x86_64-w64-mingw32-gcc-posix archive=x86_64-w64-mingw32-ar
    flags+=" -Wa,-muse-unaligned-vector-move" # as in the toolchain
    own[openexr]=-DIMF_HAVE_GCC_INLINEASM_X86_64 # else it takes a long of 32 bits for a processor of 32, and decodes DWAA to other bits
    ;;
*)
    echo "build-portable: no target $target" >&2
    exit 1
    ;;
esac
source scripts/libraries.sh

[[ $target == linux ]] || export PKG_CONFIG_LIBDIR=$static/lib/pkgconfig
cmake --preset "$preset" --fresh --log-level=WARNING -DCMAKE_PREFIX_PATH="$static" -DCMAKE_FIND_ROOT_PATH="$static"
cmake --build --preset "$preset" --target probenorm_cli
tool=build/$preset/tools/probenorm/probenorm
if [[ $target == windows ]]; then
    cmake -DLIBRARY="$tool.exe" -DTOOL=ON -DOBJDUMP=x86_64-w64-mingw32-objdump -P tests/package/windows/binary_test.cmake
else
    cmake -DLIBRARY="$tool" -DREADELF=readelf -P tests/abi/binary_test.cmake
fi
