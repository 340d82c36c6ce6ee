#!/usr/bin/env bash
# pack.sh BUILD WINDOWS_BUILD OUTPUT: the archives of docs/packages.md, out of two finished builds. The same files give
# the same bytes.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$1 windows=$2 output=$3
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
    licences "$stage/package/Licences~" libhwy-dev libvulkan-dev mingw-w64-x86-64-dev
    archive "com.probenorm-$version.tgz" package
}

packTools() {
    local name="probenorm-$version-linux-x86_64"
    cmake --install "$build" --prefix "$stage/$name" --strip >"$stage/log"
    licences "$stage/$name/share/doc/ProbeNorm/licences" libhwy-dev libvulkan-dev \
        libcli11-dev libfmt-dev libglm-dev libimath-dev libopenexr-dev libstb-dev libxxhash-dev nlohmann-json3-dev
    archive "$name.tar.gz" "$name"
}

packTools
packUnity
