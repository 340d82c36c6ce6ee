#!/usr/bin/env bash
# clang-tidy over the plugin, each source by itself, with the compile commands of a preset that builds with clang. Arguments:
# other files instead. A source that was clean is not read again until its preprocessed text, the flags, the checks or
# clang-tidy change; ~/.cache/probenorm-lint remembers it.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset asan --log-level=WARNING -DPN_UNITY=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
cmake --build --preset asan --target pn_kernels >/dev/null
# Without headers that the build precompiles: they may not be there, and clang-tidy reads their sources as well.
mkdir -p build/asan/lint
sed -E 's/ -Xclang -include-pch -Xclang [^ "]+//g' build/asan/compile_commands.json >build/asan/lint/compile_commands.json
files=("$@")
[[ ${#files[@]} -gt 0 ]] || mapfile -t files < <(git ls-files 'plugin/*.cpp' ':!plugin/api/stay_loaded.cpp') # Windows only

# tidy FILE
tidy() {
    local command key
    command=$(jq -r --arg file "$PWD/$1" '.[] | select(.file == $file) | .command' build/asan/lint/compile_commands.json | head -n 1)
    key=$({ clang-tidy-14 --version && cat .clang-tidy "$1" && echo "${command//$PWD/.}" &&
        if [[ -n $command ]]; then (cd build/asan && eval "${command/ -c / -E -C -P -dD } -o -"); fi; } | sha256sum | cut -d ' ' -f 1)
    [[ ! -e $clean/$key ]] || return 0
    clang-tidy-14 --quiet -p build/asan/lint "$1" 2>&1 | sed '/ warnings generated\.$/d' # in the system's headers
    touch "$clean/$key"
}
export -f tidy
export clean=${XDG_CACHE_HOME:-$HOME/.cache}/probenorm-lint
mkdir -p "$clean"
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'set -euo pipefail; tidy "$0"'
