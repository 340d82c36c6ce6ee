#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: those of the Windows library under Wine, those of a GPU on each
# software Vulkan driver.
# Arguments go to ctest: ./test.sh -R swiftshader
set -euo pipefail
cd "$(dirname "$0")"

scripts/install-packages.sh
timeout 300 scripts/fetch-test-data.sh || echo "test.sh: npm's maps could not be fetched; their test is skipped" >&2
scripts/build.sh release
scripts/build.sh windows
ctest --preset windows -j "$(nproc)" "$@"
ctest --preset release -j "$(nproc)" "$@"
