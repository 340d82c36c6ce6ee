#!/usr/bin/env bash
# changed-sources.sh [COMMITS]: the sources of the plugin that the last commits changed, for clang-tidy in CI; 40 by default.
set -euo pipefail
cd "$(dirname "$0")/.."
base=$(git rev-list --first-parent --max-count="${1-40}" HEAD | tail -n 1)
git diff --name-only --diff-filter=d "$base" HEAD -- 'plugin/*.cpp' ':!plugin/api/stay_loaded.cpp' # Windows only
