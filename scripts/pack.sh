#!/usr/bin/env bash
# pack.sh BUILD WINDOWS_BUILD OUTPUT [PORTABLE]: the archives and the Debian package of docs/packages.md, out of two finished builds, and the
# portable tool for the tar. The same files give the same bytes.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$1 windows=$2 output=$3 portable=${4-}
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# archive FILE FOLDER: in an order, and with times, owners and modes, that no machine changes.
archive() {
    tar --sort=name --format=ustar --mtime=@315532800 --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX \
        -C "$stage" -cf - "$2" | gzip -n >"$stage/archive"
    mkdir -p "$output"
    mv "$stage/archive" "$output/$1"
    echo "$output/$1"
}

# licences FOLDER PACKAGE...: of what is compiled in, as Debian gives them.
licences() {
    local folder=$1 package
    mkdir -p "$folder"
    for package in "${@:2}"; do
        cp "/usr/share/doc/$package/copyright" "$folder/$package.txt"
    done
}

packUnity() {
    local runtime="$stage/package/Runtime"
    cp -R "$source/plugin/package" "$stage/package"
    grep -q "\"version\": \"$version\"" "$stage/package/package.json" ||
        { echo "pack: plugin/package/package.json is not of version $version" >&2; exit 1; }
    cp "$source/shaders/runtime/probenorm.hlsl" "$runtime/Shaders/"
    strip --strip-unneeded -o "$runtime/Plugins/x86_64/libprobenorm.so" "$build/plugin/libprobenorm.so.$version"
    cp "$windows/plugin/probenorm.dll" "$runtime/Plugins/x86_64/"
    "$source/scripts/unity-meta.sh" "$stage/package"
    licences "$stage/package/Licences~" libhwy-dev libvulkan-dev mingw-w64-x86-64-dev
    archive "com.probenorm-$version.tgz" package
}

# installAll PREFIX: everything for Linux, with the licences of what is compiled in and the pages of the API.
installAll() {
    cmake --install "$build" --prefix "$1" --strip >"$stage/log"
    # An archive is unpacked anywhere.
    sed -i 's|^prefix=.*|prefix=${pcfiledir}/../..|' "$1/lib/pkgconfig/probenorm.pc"
    licences "$1/share/doc/ProbeNorm/licences" libhwy-dev libvulkan-dev \
        libcli11-dev libfmt-dev libglm-dev libimath-dev libopenexr-dev libstb-dev libxxhash-dev nlohmann-json3-dev
    "$source/scripts/api-pages.sh" "$1/share/doc/ProbeNorm/api"
}

packTools() {
    local name="probenorm-$version-linux-x86_64"
    installAll "$stage/$name"
    if [[ $portable ]]; then
        cp "$portable" "$stage/$name/bin/probenorm"
        licences "$stage/$name/share/doc/ProbeNorm/licences" libdeflate-dev libjpeg62-turbo-dev libpng-dev libseccomp-dev libzstd-dev zlib1g-dev
    fi
    archive "$name.tar.gz" "$name"
}

# The programs and libraries that a Debian package must ask for, by what the files are linked with.
debianDepends() {
    mkdir -p "$stage/shlibs/debian"
    printf 'Source: probenorm\n' >"$stage/shlibs/debian/control"
    (cd "$stage/shlibs" && dpkg-shlibdeps -O "$1"/usr/bin/probenorm "$1"/usr/lib/libprobenorm.so."$version") 2>/dev/null |
        sed -n 's/^shlibs:Depends=//p'
}

packDebian() {
    local root="$stage/debian" file="probenorm_${version}_amd64.deb" doc
    doc="$root/usr/share/doc/probenorm"
    installAll "$root/usr"
    mv "$root/usr/share/doc/ProbeNorm" "$doc"
    mv "$doc/LICENSE" "$doc/copyright"
    gzip -9nc "$source/CHANGELOG.md" >"$doc/changelog.gz"
    mkdir "$root/DEBIAN"
    cat >"$root/DEBIAN/control" <<CONTROL
Package: probenorm
Version: $version
Architecture: amd64
Maintainer: The ProbeNorm authors <probenorm@localhost>
Section: graphics
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $(debianDepends "$root")
Recommends: libvulkan1
Description: spherical harmonics of HDR environments, normalized reflection probes
 The command line tool, the C and C++
 library, its Python module, shader code, documentation and samples.
CONTROL
    printf 'activate-noawait ldconfig\n' >"$root/DEBIAN/triggers"
    (cd "$root" && find usr -type f -printf '%P\0' | LC_ALL=C sort -z | sed -z 's|^|usr/|' | xargs -0 md5sum >DEBIAN/md5sums)
    find "$root" -type d -exec chmod 755 {} +
    chmod -R u+rw,go=rX "$root"
    find "$root" -exec touch -h -d @315532800 {} +
    mkdir -p "$output"
    SOURCE_DATE_EPOCH=315532800 dpkg-deb --root-owner-group -Zxz --build "$root" "$output/$file" >"$stage/log"
    echo "$output/$file"
}

packTools
packDebian
packUnity
