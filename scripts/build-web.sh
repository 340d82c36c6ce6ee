#!/usr/bin/env bash
# build-web.sh: builds the tool for browsers, and the page around it, build/web/page, with emscripten (docs/packages.md). Its libraries are
# built from Debian's source packages, once per hash of the sources, in build/static; those that are headers only are copied.
set -euo pipefail
cd "$(dirname "$0")/.."

# Source package, version, SHA-256 of its .dsc, which has those of its files, the folder of its CMakeLists.txt or "make", and
# flags of its own. SSE2 is emscripten's, over WebAssembly's SIMD: zstd finds other matches without it, and writes other bytes;
# OpenEXR decodes DWAA and DWAB to other bits. __e2k__ has it take SSE2 without asking CPUID, __MMINTRIN_H leaves out MMX's header.
sources="zlib 1:1.2.13.dfsg-1 3fa1e6b2fc525062aa88207dda52fed8e045373c809d362fe8a2bfbf7cf515a8 make
libdeflate 1.14-1 1f82791c5ac5623ed110e09cc991471deebfe4c419414392d1242e122c6f4c19 make
libjpeg-turbo 1:2.1.5-2 d718ead0dfbcbc8523665c02a7f7152e31039ded641d022868722623bb3b486d .
libpng1.6 1.6.39-2+deb12u5 7b86211030a34deb6b0a2cd7e1d9db0fe92443fd30cab537fb89b1e7f7c9f188 .
libzstd 1.5.4+dfsg2-5 8f602f92b575aa8b5e979196fb6ee82d78f233521dc9636526d3ecba1f63c1b1 build/cmake -msse2
xxhash 0.8.1-1 4a961627c06efc8fa3bc4b06ee9dba6cfaf092f2550b88d63e9218a2728721b4 cmake_unofficial
fmtlib 9.1.0+ds1-2 1c8982464f1281f5b7d42ca24e058d80d71db7c381b278cc22cbdb40c534f0c5 .
imath 3.1.6-1 ed86343202eb9673710ddc50d3ee946e00275e23212e65154775db1f2aa3fe60 .
openexr 3.1.5-5 86abb11e85a2f651a6d6a84f757ae5d506f34daad74709492b44ab985dd6e3cb . -msse2 -D__e2k__ -D__MMINTRIN_H"
# OpenEXR's code for SSE2 adds in another order than its code for AVX, which x86-64 runs: that order, for sed.
addAsAvx='/(\(even\|odd\)Sum, x\[[67]\])/d
s/(evenSum, x\[4\])/(evenSum, x[4] + x[6])/
s/(oddSum, x\[5\])/(oddSum, x[5] + x[7])/
/theta\[1\] = _mm_add_ps/i\
beta[1] = d * in[1] - (g * in[3] + b * in[5]) - e * in[7];\
beta[2] = e * in[1] - b * in[3] + g * in[5] + d * in[7];\
beta[3] = (g * in[1] + d * in[5]) - (e * in[3] + b * in[7]);\
theta[0] = a * in[0] + a * in[4];\
theta[3] = a * in[0] - a * in[4];'
flags="-O2 -ffp-contract=off -msimd128 -fwasm-exceptions -sSUPPORT_LONGJMP=wasm"
options=(-DFMT_TEST=OFF -DFMT_DOC=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF -DENABLE_SHARED=OFF -DPNG_SHARED=OFF -DHAVE_SIZE_T=1 -DSIZE_T=4 -DPNG_TESTS=OFF
    -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DXXHASH_BUILD_XXHSUM=OFF -DZSTD_MULTITHREAD_SUPPORT=OFF
    -DOPENEXR_BUILD_TOOLS=OFF -DOPENEXR_INSTALL_EXAMPLES=OFF -DOPENEXR_ENABLE_THREADING=OFF)
key=$({ echo "$sources $addAsAvx $flags ${options[*]}"; em++ --version; } | sha256sum | cut -c 1-16)
static=$PWD/build/static/web-$key
export NODE_PATH=/usr/share/nodejs # where Debian has what emscripten needs, should another node come first on PATH
export EMCC_SKIP_SANITY_CHECK=1 # at every call
export PKG_CONFIG_LIBDIR=$static/lib/pkgconfig

source scripts/fetch-sources.sh

# install FOLDER FLAGS: one source tree, as static libraries.
install() {
    emcmake cmake -S "$1" -B "$1/build" -G Ninja --log-level=WARNING --no-warn-unused-cli -DCMAKE_BUILD_TYPE=None \
        -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DCMAKE_C_FLAGS="$flags $2" -DCMAKE_CXX_FLAGS="$flags $2" \
        -DCMAKE_INSTALL_PREFIX="$static.part" -DCMAKE_FIND_ROOT_PATH="$static.part" "${options[@]}"
    cmake --build "$1/build" --target install
}

installByMake() {
    cd "$1"
    if [[ -x configure ]]; then
        CFLAGS="$flags" emconfigure ./configure --static --prefix="$static.part"
    fi
    emmake make CFLAGS="$flags" PREFIX="$static.part" DISABLE_SHARED=1 install
}

if [[ ! -d $static ]]; then
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    fetchSources "$stage"
    sed -i "$addAsAvx" "$stage/openexr/src/lib/OpenEXR/ImfDwaCompressorSimd.h"
    rm -rf "$static.part"
    while read -r name _ _ folder extra; do
        if [[ $folder == make ]]; then (installByMake "$stage/$name"); else install "$stage/$name/$folder" "$extra"; fi
    done <<<"$sources" >"$stage/log"
    mkdir -p "$static.part/share/cmake"
    cp -rL /usr/include/{CLI,glm,hwy,nlohmann,vulkan,vk_video} "$static.part/include"
    cp -r /usr/share/cmake/{CLI11,glm,nlohmann_json} "$static.part/share/cmake"
    sed -i "s|$static.part|$static|" "$static.part"/lib/pkgconfig/*.pc
    mv "$static.part" "$static"
fi
emcmake cmake --preset web --fresh --log-level=WARNING -DCMAKE_FIND_ROOT_PATH="$static" -DPN_HIGHWAY_INCLUDE_HOST="$static/include" \
    -DPN_VULKAN_INCLUDE_HOST="$static/include" -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags"
cmake --build --preset web --target probenorm_cli
cp tools/probenorm/web/{index.html,page.js} build/web/page
