#!/usr/bin/env bash
# build-web.sh: builds the tool for browsers, and the page around it, build/web/page, with emscripten (docs/packages.md). Where Chromium and
# the preset release's tool are there, it tests the page.
set -euo pipefail
cd "$(dirname "$0")/.."

binary=web compiler=em++ cc=emcc archive=emar toolchain=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
headers="libcli11-dev libglm-dev nlohmann-json3-dev libhwy-dev libvulkan-dev"
flags="-O2 -ffp-contract=off -msimd128 -fwasm-exceptions -sSUPPORT_LONGJMP=wasm"
options=(-DHAVE_SIZE_T=1 -DSIZE_T=4 -DZSTD_MULTITHREAD_SUPPORT=OFF -DOPENEXR_ENABLE_THREADING=OFF)
# SSE2 is emscripten's, over WebAssembly's SIMD: zstd finds other matches without it, and writes other bytes.
declare -A own=([libzstd]=-msse2)

export NODE_PATH=/usr/share/nodejs # where Debian has what emscripten needs, should another node come first on PATH
export EMCC_SKIP_SANITY_CHECK=1 # at every call
export EMSDK_PYTHON=/usr/bin/python3 # a version manager's, should it come first on PATH, takes longer to start than many a file to compile
source scripts/libraries.sh

export PKG_CONFIG_LIBDIR=$static/lib/pkgconfig
cmake --preset web --fresh --log-level=WARNING -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_FIND_ROOT_PATH="$static" \
    -DPN_HIGHWAY_INCLUDE_HOST="$static/include" -DPN_VULKAN_INCLUDE_HOST="$static/include" -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags"
cmake --build --preset web --target probenorm_cli
cp tools/probenorm/web/{index.html,page.js} build/web/page
release=build/release/tools/probenorm/probenorm
if [[ -x $release ]] && command -v chromium >/dev/null; then
    node tests/web/tool_test.mjs --page build/web/page --probenorm "$release" --work build/web --engines three \
        /usr/share/blender/datafiles/studiolights/world/sunset.exr
fi
