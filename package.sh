#!/usr/bin/env bash
# Makes what others install, in dist/ or the folder given (docs/packages.md), and completes this clone's plugin/package.
set -euo pipefail
output=$(realpath -m "${1-$(dirname "$0")/dist}")
cd "$(dirname "$0")"

scripts/install-packages.sh
scripts/build.sh release probenorm probenorm_static probenorm_cli
scripts/build.sh windows probenorm
version=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' plugin/package/package.json)
scripts/pack.sh build/release build/windows "$output"
tar xf "$output/com.probenorm-$version.tgz" -C plugin/package --strip-components=1 \
    package/Runtime/Plugins package/Runtime/Shaders/probenorm.hlsl
