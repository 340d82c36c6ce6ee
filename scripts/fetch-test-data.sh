#!/usr/bin/env bash
# Downloads real environment maps for the tests into build/downloads, once.
# usage: scripts/fetch-test-data.sh [FOLDER]
#
# @pmndrs/assets (CC0-1.0): 18 half-float, DWAB-compressed OpenEXR maps with negative texels, wrapped in JavaScript.
# The other maps come with the packages of scripts/packages.txt.
set -euo pipefail

readonly package=@pmndrs/assets@1.7.0
readonly root=$(cd "$(dirname "$0")/.." && pwd)
readonly folder=${1:-$root/build/downloads}
readonly target=$folder/pmndrs-assets

if [ -d "$target" ]; then
    exit 0
fi
mkdir -p "$folder"
work=$(mktemp -d "$folder/.fetch-XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package" >/dev/null && tar -xzf ./*.tgz)
mkdir "$work/maps"
for script in "$work"/package/hdri/*.exr.js; do
    # export default "data:application/exr;base64,....";
    sed -n 's/.*base64,\([A-Za-z0-9+\/=]*\).*/\1/p' "$script" | base64 -d >"$work/maps/$(basename "$script" .js)"
done
cp "$work/package/LICENSE"* "$work/maps/" 2>/dev/null || true
mv "$work/maps" "$target" # at once, so that a broken download is never taken for a whole one
