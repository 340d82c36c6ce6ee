#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests. Software Vulkan drivers stand for GPUs.
#   ./test.sh                  proves the product, in ten minutes on two idle cores once packages are installed
#   ./test.sh --all            proves everything (tests/long_tests.cmake and scripts/prove-all.sh list what that adds);
#                              a run that was stopped goes on with the next part
#   ./test.sh -R batch         other arguments go to ctest; with -R only what the named tests need is built
set -euo pipefail
cd "$(dirname "$0")"

if [[ ${1-} == --all ]]; then
    shift
    exec scripts/prove-all.sh "$@"
fi

scripts/install-packages.sh demo test
timeout 300 scripts/fetch-test-data.sh || echo "test.sh: npm's maps could not be fetched; their test is skipped" >&2
if [[ $# -eq 0 ]]; then
    scripts/build.sh release
    exec ctest --preset release -j "$(nproc)" -LE '^long$'
fi

targets=()
for ((i = 1; i < $#; i++)); do
    if [[ ${!i} == -R ]]; then
        next=$((i + 1))
        mapfile -t targets < <(scripts/targets-of-tests.py "${!next}")
    fi
done
scripts/build.sh release "${targets[@]}"
exec ctest --preset release -j "$(nproc)" "$@"
