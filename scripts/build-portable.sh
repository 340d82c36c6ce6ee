#!/usr/bin/env bash
# build-portable.sh [linux|windows]: builds the tool as one file that needs nothing but its system's own libraries
# (docs/packages.md): build/portable/tools/probenorm/probenorm for glibc 2.17, which is checked by its version references, or
# build/windows-tool/tools/probenorm/probenorm.exe. What Debian has no static library of is built from Debian's source packages,
# once per hash of the sources, in build/static.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1-linux}

# Source package, version, and SHA-256 of its .dsc, which has those of its files.
sources="fmtlib 9.1.0+ds1-2 1c8982464f1281f5b7d42ca24e058d80d71db7c381b278cc22cbdb40c534f0c5
imath 3.1.6-1 ed86343202eb9673710ddc50d3ee946e00275e23212e65154775db1f2aa3fe60
openexr 3.1.5-5 86abb11e85a2f651a6d6a84f757ae5d506f34daad74709492b44ab985dd6e3cb"
flags="-O2 -ffp-contract=off -ffunction-sections -fdata-sections"
options=()
case $target in
linux)
    preset=portable compiler=c++
    flags+=" -fstack-protector-strong -fstack-clash-protection -fcf-protection=full -D_FORTIFY_SOURCE=2"
    ;;
windows)
    preset=windows-tool compiler=x86_64-w64-mingw32-g++-posix
    sources="zlib 1:1.2.13.dfsg-1 3fa1e6b2fc525062aa88207dda52fed8e045373c809d362fe8a2bfbf7cf515a8
libdeflate 1.14-1 1f82791c5ac5623ed110e09cc991471deebfe4c419414392d1242e122c6f4c19
libjpeg-turbo 1:2.1.5-2 d718ead0dfbcbc8523665c02a7f7152e31039ded641d022868722623bb3b486d
libpng1.6 1.6.39-2+deb12u5 7b86211030a34deb6b0a2cd7e1d9db0fe92443fd30cab537fb89b1e7f7c9f188
libzstd 1.5.4+dfsg2-5 8f602f92b575aa8b5e979196fb6ee82d78f233521dc9636526d3ecba1f63c1b1
xxhash 0.8.1-1 4a961627c06efc8fa3bc4b06ee9dba6cfaf092f2550b88d63e9218a2728721b4
$sources"
    # The first as in cmake/mingw_w64.cmake. OpenEXR would take a long of 32 bits for a processor of 32 and decode DWAA to other bits.
    flags+=" -Wa,-muse-unaligned-vector-move -DIMF_HAVE_GCC_INLINEASM_X86_64"
    options=("-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/mingw_w64.cmake")
    ;;
*)
    echo "build-portable: no target $target" >&2
    exit 1
    ;;
esac
key=$({ echo "$sources $flags"; $compiler --version; } | sha256sum | cut -c 1-16)
static=$PWD/build/static/$key

source scripts/fetch-sources.sh

# install FOLDER OPTION...: one source tree, as static libraries.
install() {
    cmake -S "$1" -B "$1/build.pn" -G Ninja --log-level=WARNING --no-warn-unused-cli -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_C_FLAGS="$flags -ffile-prefix-map=$1=." \
        -DCMAKE_CXX_FLAGS="$flags -ffile-prefix-map=$1=." -DCMAKE_INSTALL_PREFIX="$static.part" -DCMAKE_PREFIX_PATH="$static.part" \
        -DCMAKE_FIND_ROOT_PATH="$static.part" -DCMAKE_INSTALL_LIBDIR:STRING=lib "${options[@]}" "${@:2}" >"$1.log"
    cmake --build "$1/build.pn" --target install >"$1.log"
}

# installForWindows FOLDER: what is Debian's static library on Linux, and the headers of libraries that are no more than those.
installForWindows() {
    local c=${compiler/g++/gcc} archive=x86_64-w64-mingw32-ar
    (cd "$1/zlib" && cp zconf.h.in zconf.h && $c $flags -c ./*.c && $archive rcs libz.a ./*.o) # Debian leaves its files for Windows out
    command install -D -m 644 -t "$static.part/include" "$1"/zlib/z{lib,conf}.h
    command install -D -m 644 -t "$static.part/lib" "$1/zlib/libz.a"
    make -C "$1/libdeflate" install CC=$c AR=$archive CFLAGS="$flags" DISABLE_SHARED=1 PREFIX="$static.part" >"$1/libdeflate.log"
    mv "$static.part/lib/libdeflatestatic.lib" "$static.part/lib/libdeflate.a"
    install "$1/libjpeg-turbo" -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF
    install "$1/libpng1.6" -DPNG_SHARED=OFF -DPNG_TESTS=OFF
    install "$1/libzstd/build/cmake" -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF
    install "$1/xxhash/cmake_unofficial" -DXXHASH_BUILD_XXHSUM=OFF
    dpkg -L libcli11-dev libglm-dev nlohmann-json3-dev | grep -E '^/usr/(include|lib/cmake|share/cmake)/' |
        tar -C /usr --no-recursion -cf - -T <(sed 's|^/usr/||') | tar -C "$static.part" -xf -
}

if [[ ! -d $static ]]; then
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    fetchSources "$stage"
    rm -rf "$static.part"
    [[ $target != windows ]] || installForWindows "$stage"
    install "$stage/fmtlib" -DFMT_TEST=OFF -DFMT_DOC=OFF
    install "$stage/imath"
    install "$stage/openexr" -DOPENEXR_BUILD_TOOLS=OFF -DOPENEXR_INSTALL_EXAMPLES=OFF
    find "$static.part" -name '*.pc' -exec sed -i "s|$static.part|$static|" {} +
    mv "$static.part" "$static"
fi
[[ $target != windows ]] || export PKG_CONFIG_LIBDIR=$static/lib/pkgconfig
cmake --preset "$preset" --fresh --log-level=WARNING -DCMAKE_PREFIX_PATH="$static" -DCMAKE_FIND_ROOT_PATH="$static"
cmake --build --preset "$preset" --target probenorm_cli
if [[ $target == linux ]]; then
    cmake -DLIBRARY=build/portable/tools/probenorm/probenorm -DREADELF=readelf -P tests/abi/binary_test.cmake
else
    cmake -DLIBRARY=build/windows-tool/tools/probenorm/probenorm.exe -DTOOL=ON -DOBJDUMP=x86_64-w64-mingw32-objdump -P tests/package/windows/binary_test.cmake
fi
