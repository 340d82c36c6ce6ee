#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests: those of the Windows library under Wine, those of a GPU on each
# software Vulkan driver.
#   ./test.sh                  proves the product
#   ./test.sh --all            runs every grid too (tests/grid_tests.cmake lists what that adds)
#   ./test.sh -R swiftshader   other arguments go to ctest
set -euo pipefail
cd "$(dirname "$0")"

select=(-LE '^grid$')
if [[ ${1-} == --all ]]; then
    select=()
    shift
fi

scripts/install-packages.sh demo test windows package
timeout 300 scripts/fetch-test-data.sh || echo "test.sh: npm's maps could not be fetched; their test is skipped" >&2
scripts/build.sh release
scripts/build.sh windows
ctest --preset windows -j "$(nproc)" "${select[@]}" "$@"
ctest --preset release -j "$(nproc)" "${select[@]}" "$@"
