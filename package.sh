#!/usr/bin/env bash
# Makes what others install, in dist/ or the folder given (docs/packages.md), and completes this clone's plugin/package.
set -euo pipefail
cd "$(dirname "$0")"

output=${1-dist}
scripts/install-packages.sh
scripts/build.sh release probenorm probenorm_static probenorm_cli
scripts/build.sh windows probenorm
scripts/pack.sh build/release build/windows "$output"
tar xf "$output"/com.probenorm-*.tgz -C plugin/package --strip-components=1 \
    package/Runtime/Plugins package/Runtime/Shaders/probenorm.hlsl
