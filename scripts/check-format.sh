#!/usr/bin/env bash
# Fails where clang-format would change a line; --fix changes it.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(--dry-run -Werror)
[[ ${1-} == --fix ]] && mode=(-i)
git ls-files -z '*.c' '*.h' '*.cpp' '*.hpp' | xargs -0 clang-format-14 "${mode[@]}"
