#!/usr/bin/env bash
# build.sh PRESET [TARGET...]: configures and builds one preset of CMakePresets.json; no driver may be missing.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
cmake --preset "$preset" --log-level=WARNING --no-warn-unused-cli -DPN_REQUIRE_DRIVERS=ON
cmake --build --preset "$preset" ${1+--target "$@"}
