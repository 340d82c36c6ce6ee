#!/usr/bin/env bash
# pack.sh BUILD WINDOWS_BUILD OUTPUT [tool=FILE] [exe=FILE] [arm64=BUILD [tool_arm64=FILE]] [web=FILE]: what docs/packages.md lists, out of finished
# builds: with the portable tool, the Windows tool, the library and the tool for ARM 64, and probenorm.js, where they are given. The same
# files give the same bytes.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$1 windows=$2 output=$3 tool='' exe='' arm64='' tool_arm64='' web=''
for option in "${@:4}"; do
    declare "$option"
done
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
stage=$(mktemp -d)
out=$stage/out
mkdir "$out"
trap 'rm -rf "$stage"' EXIT

# archive FILE FOLDER [WITHIN]: in an order, and with times, owners and modes, that no machine changes.
archive() {
    tar --sort=name --format=ustar --mtime=@315532800 --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX \
        -C "${3-$stage}" -cf - "$2" | gzip -n >"$out/$1"
}

# archiveZip FOLDER: the same as a zip.
archiveZip() {
    find "$stage/$1" -exec touch -d @315532800 {} +
    chmod -R u+rw,go=rX "$stage/$1"
    (cd "$stage" && TZ=UTC python3 -m zipfile -c "$out/$1.zip" "$1")
}

# licences FOLDER BINARY...: of what is inside, by third-party.txt, as Debian gives them.
licences() {
    local folder=$1 package binaries
    mkdir -p "$folder"
    while read -r package binaries _; do
        [[ $package != "#" ]] || continue
        for binary in "${@:2}"; do
            [[ ,${binaries//+/}, != *,$binary,* ]] || cp "/usr/share/doc/$package/copyright" "$folder/$package.txt"
        done
    done <"$source/scripts/third-party.txt"
}

packUnity() {
    local runtime="$stage/package/Runtime"
    cp -R "$source/plugin/package" "$stage/package"
    grep -q "\"version\": \"$version\"" "$stage/package/package.json" ||
        { echo "pack: plugin/package/package.json is not of version $version" >&2; exit 1; }
    cp "$source/shaders/runtime/probenorm.hlsl" "$runtime/Shaders/"
    "$source/scripts/unity-compute.py" "$runtime/Compute"
    cp "$stage/libprobenorm.so" "$runtime/Plugins/x86_64/"
    cp "$windows/plugin/probenorm.dll" "$runtime/Plugins/x86_64/"
    "$source/scripts/unity-meta.sh" "$stage/package"
    licences "$stage/package/Licences~" library dll
    archive "com.probenorm-$version.tgz" package
}

# installAll PREFIX: everything for Linux, with the licences of what is compiled in and the pages of the API.
installAll() {
    cmake --install "$build" --prefix "$1" --strip >"$stage/log"
    # An archive is unpacked anywhere.
    sed -i 's|^prefix=.*|prefix=${pcfiledir}/../..|' "$1/lib/pkgconfig/probenorm.pc"
    licences "$1/share/doc/ProbeNorm/licences" library tool
    "$source/scripts/api-pages.sh" "$1/share/doc/ProbeNorm/api"
}

packSource() {
    git -C "$source" archive --prefix="probenorm-$version/" HEAD | gzip -n >"$out/probenorm-$version-source.tar.gz"
}

packTools() {
    local name="probenorm-$version-linux-x86_64"
    installAll "$stage/$name"
    [[ ! $tool ]] || cp "$tool" "$stage/$name/bin/probenorm"
    archive "$name.tar.gz" "$name"
}

# packTool BINARY FILE SYSTEM: a tool alone, with its licences.
packTool() {
    local name="probenorm-tool-$version-$3"
    mkdir "$stage/$name"
    cp "$2" "$source/LICENSE" "$source/THIRD_PARTY.md" "$source/docs/cli.md" "$stage/$name/"
    licences "$stage/$name/licences" "$1"
    if [[ $1 == exe ]]; then archiveZip "$name"; else archive "$name.tar.gz" "$name"; fi
}

# packWheel LIBRARY PLATFORM TOOL BINARY...: Python's package; TOOL may be empty.
packWheel() {
    licences "$stage/licences-$2" "${@:4}"
    python3 -B "$source/scripts/wheel_backend.py" "library=$1" "platform=$2" "tool=$3" "licences=$stage/licences-$2" \
        "output=$out" >"$stage/log"
}

# packWeb FILE: npm's package, and the page, with the tool as WebAssembly.
packWeb() {
    local package="$stage/npm/package" page="$stage/probenorm-page-$version"
    mkdir "$stage/npm" "$page"
    cp -R "$source/javascript" "$package"
    grep -q "\"version\": \"$version\"" "$package/package.json" ||
        { echo "pack: javascript/package.json is not of version $version" >&2; exit 1; }
    cp "$1" "$source/LICENSE" "$source/THIRD_PARTY.md" "$package/"
    licences "$package/licences" web
    archive "probenorm-$version.tgz" package "$stage/npm"
    cp -R "$package"/{probenorm.js,LICENSE,THIRD_PARTY.md,licences} "$source"/tools/probenorm/web/{index.html,page.js} "$page/"
    archiveZip "${page##*/}"
}

# The programs and libraries that a Debian package must ask for, by what the files are linked with.
debianDepends() {
    mkdir -p "$stage/shlibs/debian"
    printf 'Source: probenorm\n' >"$stage/shlibs/debian/control"
    (cd "$stage/shlibs" && dpkg-shlibdeps -O "$1"/usr/bin/probenorm "$1"/usr/lib/libprobenorm.so."$version") 2>/dev/null |
        sed -n 's/^shlibs:Depends=//p'
}

packDebian() {
    local root="$stage/debian" doc
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
Installed-Size: $(find "$root/usr" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
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
    SOURCE_DATE_EPOCH=315532800 dpkg-deb --root-owner-group -Zxz --build "$root" "$out/probenorm_${version}_amd64.deb" >"$stage/log"
}

strip --strip-unneeded -o "$stage/libprobenorm.so" "$build/plugin/libprobenorm.so.$version"
binaries=(library dll)
packSource
packTools
packDebian
packUnity
packWheel "$stage/libprobenorm.so" manylinux_2_17_x86_64 "$tool" library ${tool:+tool}
packWheel "$windows/plugin/probenorm.dll" win_amd64 "$exe" dll ${exe:+exe}
if [[ $arm64 ]]; then
    mkdir "$stage/arm64"
    aarch64-linux-gnu-strip --strip-unneeded -o "$stage/arm64/libprobenorm.so" "$arm64/plugin/libprobenorm.so.$version"
    packWheel "$stage/arm64/libprobenorm.so" manylinux_2_17_aarch64 "$tool_arm64" arm64 ${tool_arm64:+tool_arm64}
    binaries+=(arm64)
fi
if [[ $tool ]]; then
    packTool tool "$tool" linux-x86_64
    binaries+=(tool)
fi
if [[ $tool_arm64 ]]; then
    packTool tool_arm64 "$tool_arm64" linux-aarch64
    binaries+=(tool_arm64)
fi
if [[ $exe ]]; then
    packTool exe "$exe" windows-x86_64
    binaries+=(exe)
fi
if [[ $web ]]; then
    packWeb "$web"
    binaries+=(web)
fi
"$source/scripts/sbom.py" "$version" "${binaries[@]}" >"$out/probenorm-$version.cdx.json"
(cd "$out" && sha256sum -- * >SHA256SUMS)
mkdir -p "$output"
mv "$out"/* "$output/"
sed "s|.* |$output/|" "$output/SHA256SUMS"
