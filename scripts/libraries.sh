# Read by build-portable.sh and build-web.sh: builds what third-party.txt has built from source for $binary, as static libraries, once per
# key, which is made of all that decides their bits, into $static. Who reads it sets binary, compiler, cc, archive, flags and headers, the
# packages whose headers are copied; options of CMake beside those below, own flags of a library, and amend, which changes sources.
# shellcheck shell=bash disable=SC2154

options+=(-DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DCMAKE_INSTALL_LIBDIR:STRING=lib -DFMT_TEST=OFF -DFMT_DOC=OFF
    -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF
    -DXXHASH_BUILD_XXHSUM=OFF -DOPENEXR_BUILD_TOOLS=OFF -DOPENEXR_INSTALL_EXAMPLES=OFF)
sources=$(awk -v built="$binary+" '!/^#/ && index("," $2 ",", "," built ",") { print $3, $4, $5 }' scripts/third-party.txt)

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
    ! declare -F amend >/dev/null || amend
    while read -r name _; do
        buildLibrary "$name" </dev/null
    done <<<"$sources"
    [[ ! $headers ]] || dpkg -L $headers | grep -E '^/usr/(include|lib/cmake|share/cmake)/' |
        tar -C /usr --no-recursion -cf - -T <(sed 's|^/usr/||') | tar -C "$static.part" -xf -
    find "$static.part" -name '*.pc' -exec sed -i "s|$static.part|$static|" {} +
    mv "$static.part" "$static"
}

# decisions prints all that decides the libraries' bits.
decisions() {
    declare -p flags options own sources
    declare -f
    cat $toolchain /dev/null
    $compiler --version
    [[ ! $headers ]] || dpkg-query -W $headers
}

key=$(decisions | sha256sum | cut -c 1-16)
static=$PWD/build/static/$binary-$key
if [[ ! -d $static ]]; then
    stage=$(mktemp -d)
    mkdir -p build/static
    trap 'rm -rf "$stage"; [[ -d $static ]] || echo "$0: the libraries were not built; $static.log says why" >&2' EXIT
    buildLibraries >"$static.log" 2>&1
fi
