#!/usr/bin/env bash
# package.sh [--upm FOLDER] [OUTPUT]: makes what others install, in dist/ or the folder given (docs/packages.md), and
# completes this clone's plugin/package. --upm also lays the Unity package out as the root of a git branch.
set -euo pipefail
upm=
if [[ ${1-} == --upm ]]; then
    upm=$(realpath -m "${2?--upm needs a folder}")
    shift 2
fi
output=$(realpath -m "${1-$(dirname "$0")/dist}")
cd "$(dirname "$0")"

scripts/install-packages.sh demo test windows package arm64 web
scripts/build.sh release probenorm probenorm_static probenorm_cli
scripts/build.sh windows probenorm
scripts/build.sh arm64 probenorm
scripts/build-portable.sh linux
scripts/build-portable.sh arm64
scripts/build-portable.sh windows
scripts/build-web.sh
version=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' plugin/package/package.json)
scripts/pack.sh build/release build/windows "$output" tool=build/portable/tools/probenorm/probenorm arm64=build/arm64 \
    tool_arm64=build/arm64-tool/tools/probenorm/probenorm exe=build/windows-tool/tools/probenorm/probenorm.exe web=build/web/page/probenorm.js
tar xf "$output/com.probenorm-$version.tgz" -C plugin/package --strip-components=1 \
    package/Runtime/Plugins package/Runtime/Compute package/Runtime/Shaders/probenorm.hlsl
scripts/unity-meta.sh
if [[ -n $upm ]]; then
    scripts/upm.sh "$output/com.probenorm-$version.tgz" "$upm"
fi
