#!/usr/bin/env bash
# recipes.sh PACKAGES DOWNLOAD OUTPUT: the recipes of packaging/, for files in the folder PACKAGES, which package.sh made, that DOWNLOAD, an
# address without a slash at its end, will offer.
set -euo pipefail
packages=$1 download=$2 output=$3
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(ProbeNorm VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

mkdir -p "$output"
cp -R packaging/*/ "$output/"

# fill NAME VALUE: in all templates.
fill() {
    find "$output" -type f -exec sed -i "s|@$1@|$2|g" {} +
}

# fillHash NAME BITS FILE
fillHash() {
    local hash
    hash=$(sha"$2"sum <"$packages/$3")
    fill "$1" "${hash%% *}"
}

fill VERSION "$version"
fill DOWNLOAD "$download"
fillHash SOURCE_SHA256 256 "probenorm-$version-source.tar.gz"
fillHash SOURCE_SHA512 512 "probenorm-$version-source.tar.gz"
fillHash LINUX_SHA256 256 "probenorm-$version-linux-x86_64.tar.gz"
fillHash WINDOWS_SHA256 256 "probenorm-tool-$version-windows-x86_64.zip"
