#!/usr/bin/env bash
# A compiler and pkg-config, without CMake.
source "$(dirname "$0")/common.sh"

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
[[ $(pkg-config --modversion probenorm) == 0.1.0 ]]
read -ra flags <<<"$(pkg-config --cflags --libs probenorm)"
[[ $PN_WORK == */Package || ${flags[0]} == "-I$prefix/include" ]] # an archive's has ".."
"$CC" -std=c99 "$sample/main.c" -o "$PN_WORK/minimal_pkg_config" "${flags[@]}"
LD_LIBRARY_PATH="$prefix/lib" runSample "$PN_WORK/minimal_pkg_config"
