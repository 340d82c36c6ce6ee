#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test, the GPU ones on each software Vulkan driver.
# Arguments go to ctest: ./test.sh -R swiftshader
set -euo pipefail
cd "$(dirname "$0")"

scripts/install-packages.sh
scripts/fetch-test-data.sh
scripts/build.sh release
ctest --preset release -j "$(nproc)" "$@"
