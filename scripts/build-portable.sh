#!/usr/bin/env bash
# build-portable.sh: builds the tool as one file, build/portable/tools/probenorm/probenorm, which needs glibc 2.17 and no
# other library (docs/packages.md), and checks that by its version references. Where Debian has no static library it
# builds one from Debian's source package, once per hash of the sources, in build/static.
set -euo pipefail
cd "$(dirname "$0")/.."

# Source package, version, and SHA-256 of its .dsc, which has those of its files.
sources="fmtlib 9.1.0+ds1-2 1c8982464f1281f5b7d42ca24e058d80d71db7c381b278cc22cbdb40c534f0c5
imath 3.1.6-1 ed86343202eb9673710ddc50d3ee946e00275e23212e65154775db1f2aa3fe60
openexr 3.1.5-5 86abb11e85a2f651a6d6a84f757ae5d506f34daad74709492b44ab985dd6e3cb"
flags="-O2 -ffp-contract=off -ffunction-sections -fdata-sections -fstack-protector-strong -fstack-clash-protection"
flags+=" -fcf-protection=full -D_FORTIFY_SOURCE=2"
key=$({ echo "$sources $flags"; c++ --version; } | sha256sum | cut -c 1-16)
static=$PWD/build/static/$key

# fetchSources FOLDER: by lists of apt's own, so that the machine's stay as they are.
fetchSources() {
    local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$1/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$1/lists" -o "Dir::Cache=$1/cache" -o APT::Sandbox::User=root)
    local name version hash
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" \
        >"$1/sources.list"
    "${apt[@]}" update
    while read -r name version hash; do
        (cd "$1" && "${apt[@]}" source --download-only "$name=$version" && echo "$hash  ${name}_$version.dsc" | sha256sum --quiet -c)
        dpkg-source --require-strong-checksums -x "$1/${name}_$version.dsc" "$1/$name" >"$1/$name.log"
    done <<<"$sources"
}

# install FOLDER OPTION...: one source tree, as static libraries.
install() {
    cmake -S "$1" -B "$1/build" -G Ninja --log-level=WARNING --no-warn-unused-cli -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_C_FLAGS="$flags -ffile-prefix-map=$1=." \
        -DCMAKE_CXX_FLAGS="$flags -ffile-prefix-map=$1=." -DCMAKE_INSTALL_PREFIX="$static.part" -DCMAKE_PREFIX_PATH="$static.part" \
        -DCMAKE_INSTALL_LIBDIR=lib "${@:2}" >"$1.log"
    cmake --build "$1/build" --target install >"$1.log"
}

if [[ ! -d $static ]]; then
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    fetchSources "$stage"
    rm -rf "$static.part"
    install "$stage/fmtlib" -DFMT_TEST=OFF -DFMT_DOC=OFF
    install "$stage/imath"
    install "$stage/openexr" -DOPENEXR_BUILD_TOOLS=OFF -DOPENEXR_INSTALL_EXAMPLES=OFF
    mv "$static.part" "$static"
fi
cmake --preset portable --fresh --log-level=WARNING -DCMAKE_PREFIX_PATH="$static"
cmake --build --preset portable --target probenorm_cli
cmake -DLIBRARY=build/portable/tools/probenorm/probenorm -DREADELF=readelf -P tests/abi/binary_test.cmake
