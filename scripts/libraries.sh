# Read by build-portable.sh and build-web.sh: builds what third-party.txt has built from source for $binary, as static libraries, once per
# key, which is made of all that decides their bits, into $static. Who reads it sets binary, compiler, cc, archive, flags and headers, the
# packages whose headers are copied; options of CMake beside those below, and own flags of a library.
# shellcheck shell=bash disable=SC2154

options+=(-DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DCMAKE_INSTALL_LIBDIR:STRING=lib -DFMT_TEST=OFF -DFMT_DOC=OFF
    -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF
    -DXXHASH_BUILD_XXHSUM=OFF -DOPENEXR_BUILD_TOOLS=OFF -DOPENEXR_INSTALL_EXAMPLES=OFF)
# listed BINARY AWK: the lines of what is in that binary, as AWK prints them.
listed() {
    awk -v binary="$1" '!/^#/ && index("," $2 ",", "," binary ",") { '"$2"' }' scripts/third-party.txt
}

sources=$(listed "$binary+" 'print $3, $4, $5')

# Unpacks the source packages into $stage/NAME. apt gets lists of its own, so that the machine's stay as they are.
fetchSources() {
    local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$stage/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$stage/lists" -o "Dir::Cache=$stage/cache" -o APT::Sandbox::User=root)
    local name version hash file
    mkdir -p "$stage/lists/partial" "$stage/cache/archives/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" \
        >"$stage/sources.list"
    "${apt[@]}" update
    while read -r name version hash; do
        file=${name}_${version#*:}.dsc
        (cd "$stage" && "${apt[@]}" source --download-only "$name=$version" && echo "$hash  $file" | sha256sum --quiet -c)
        dpkg-source --require-strong-checksums -x "$stage/$file" "$stage/$name"
    done <<<"$sources"
}

# OpenEXR's code for SSE2 adds in another order than its code for AVX, which most of x86-64 runs: that order.
amendSources() {
    sed -i '/(\(even\|odd\)Sum, x\[[67]\])/d
s/(evenSum, x\[4\])/(evenSum, x[4] + x[6])/
s/(oddSum, x\[5\])/(oddSum, x[5] + x[7])/
/theta\[1\] = _mm_add_ps/i\
beta[1] = d * in[1] - (g * in[3] + b * in[5]) - e * in[7];\
beta[2] = e * in[1] - b * in[3] + g * in[5] + d * in[7];\
beta[3] = (g * in[1] + d * in[5]) - (e * in[3] + b * in[7]);\
theta[0] = a * in[0] + a * in[4];\
theta[3] = a * in[0] - a * in[4];' "$stage/openexr/src/lib/OpenEXR/ImfDwaCompressorSimd.h"
}

# buildByCMake NAME FOLDER: one source tree.
buildByCMake() {
    local all="$flags ${own[$1]-} -ffile-prefix-map=$2=."
    cmake -S "$2" -B "$2/build.pn" -G Ninja --log-level=WARNING --no-warn-unused-cli ${toolchain:+"-DCMAKE_TOOLCHAIN_FILE=$(realpath "$toolchain")"} \
        "${options[@]}" -DCMAKE_C_FLAGS="$all" -DCMAKE_CXX_FLAGS="$all" -DCMAKE_INSTALL_PREFIX="$static.part" \
        -DCMAKE_PREFIX_PATH="$static.part" -DCMAKE_FIND_ROOT_PATH="$static.part"
    cmake --build "$2/build.pn" --target install
}

buildLibrary() {
    local tree=$stage/$1
    echo "==== $1"
    case $1 in
    zlib) # Debian leaves its files for Windows out; those that read .gz are not needed
        (cd "$tree" && rm gz*.c && cp zconf.h.in zconf.h && $cc $flags -c ./*.c && $archive rcs libz.a ./*.o)
        install -D -m 644 -t "$static.part/include" "$tree"/z{lib,conf}.h
        install -D -m 644 -t "$static.part/lib" "$tree/libz.a"
        ;;
    libdeflate)
        make -C "$tree" install CC="$cc" AR="$archive" CFLAGS="$flags" DISABLE_SHARED=1 PREFIX="$static.part"
        [[ $binary != exe ]] || mv "$static.part/lib/libdeflatestatic.lib" "$static.part/lib/libdeflate.a"
        ;;
    libzstd) buildByCMake "$1" "$tree/build/cmake" ;;
    xxhash) buildByCMake "$1" "$tree/cmake_unofficial" ;;
    *) buildByCMake "$1" "$tree" ;;
    esac
}

buildLibraries() {
    local name
    rm -rf "$static.part"
    fetchSources
    amendSources
    mkdir -p "$static.part"
    [[ ! $headers ]] || dpkg -L $headers | grep -E '^/usr/(include|lib/cmake|share/cmake)/' |
        tar -C /usr --no-recursion -cf - -T <(sed 's|^/usr/||') | tar -C "$static.part" -xf -
    while read -r name _; do
        buildLibrary "$name" </dev/null
    done <<<"$sources"
    find "$static.part" -name '*.pc' -exec sed -i "s|$static.part|$static|" {} +
    mv "$static.part" "$static"
}

# decisions prints all that decides the libraries' bits: what the packages of this machine that are in the binary are, too.
decisions() {
    declare -p binary cc archive flags headers options own sources
    declare -f
    cat $toolchain /dev/null
    $compiler --version
    dpkg-query -W $(listed "$binary" 'print $1')
}

key=$(decisions | sha256sum | cut -c 1-16)
static=$PWD/build/static/$binary-$key
if [[ ! -d $static ]]; then
    stage=$(mktemp -d)
    mkdir -p build/static
    trap 'rm -rf "$stage"; [[ -d $static ]] || { tail -n 30 "$static.log"; echo "$0: no libraries; all of that is in $static.log"; } >&2' EXIT
    buildLibraries >"$static.log" 2>&1
fi
