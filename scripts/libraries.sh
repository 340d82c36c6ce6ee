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

# OpenEXR's code for AVX, which most of x86-64 runs, adds in another order than its others: all of them decode as this does, in AVX's order.
amendSources() {
    sed -i '/^dctInverse8x8_sse2 /,/^}/s/#ifdef IMF_HAVE_SSE2/#if 0/
/^dctInverse8x8_scalar /,/^}/c\
dctInverse8x8_scalar (float *x)\
{\
    const float a = 3.535536e-01f, b = 4.903927e-01f, c = 4.619398e-01f, d = 4.157349e-01f;\
    const float e = 2.777855e-01f, f = 1.913422e-01f, g = 9.754573e-02f;\
    const float even[4][4] = {{a, c, a, f}, {a, f, -a, -c}, {a, -f, -a, c}, {a, -c, a, -f}};\
    const float odd[4][4] = {{b, d, e, g}, {d, -g, -b, -e}, {e, -b, g, d}, {g, -e, d, -b}};\
    float sum[4], difference[4];\
    auto place = [&] (float *to, int step)\
    {\
        for (int i = 0; i < 4; ++i)\
        {\
            to[step * i] = sum[i] + difference[i];\
            to[step * (7 - i)] = sum[i] - difference[i];\
        }\
    };\
    for (float *y = x; y < x + 8 * (8 - zeroedRows); y += 8)\
    {\
        for (int i = 0; i < 4; ++i)\
        {\
            sum[i] = (even[i][0] * y[0] + even[i][1] * y[2]) + (even[i][2] * y[4] + even[i][3] * y[6]);\
            difference[i] = (odd[i][0] * y[1] + odd[i][1] * y[3]) + (odd[i][2] * y[5] + odd[i][3] * y[7]);\
        }\
        place (y, 1);\
    }\
    for (float *y = x; y < x + 8; ++y)\
    {\
        sum[0] = (a * y[0] + a * y[32]) + (c * y[16] + f * y[48]);\
        sum[1] = (a * y[0] - a * y[32]) + (f * y[16] - c * y[48]);\
        sum[2] = (a * y[0] - a * y[32]) - (f * y[16] - c * y[48]);\
        sum[3] = (a * y[0] + a * y[32]) - (c * y[16] + f * y[48]);\
        difference[0] = (b * y[8] + d * y[24]) + (e * y[40] + g * y[56]);\
        difference[1] = d * y[8] - (g * y[24] + b * y[40]) - e * y[56];\
        difference[2] = e * y[8] - b * y[24] + g * y[40] + d * y[56];\
        difference[3] = (g * y[8] + d * y[40]) - (e * y[24] + b * y[56]);\
        place (y, 8);\
    }\
}' "$stage/openexr/src/lib/OpenEXR/ImfDwaCompressorSimd.h"
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
