#!/usr/bin/env bash
# install-packages.sh [--list] [SET...]: installs the packages of scripts/packages.txt that this Debian machine lacks, of the
# sets named (demo, test, windows, package, lint, arm64, web), or of all. Where none is missing it touches no network.
#   --list   only prints what is missing
set -euo pipefail
cd "$(dirname "$0")"

isInstalled() {
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# listMissing SET...: without a set, of all.
listMissing() {
    local package program wanted=1
    while read -r package program; do
        [[ $package == "" || $package == "#"* ]] && continue
        if [[ $package == "["*"]" ]]; then
            wanted=1
            [[ $# -gt 0 && " $* " != *" ${package:1:-1} "* ]] && wanted=0
            continue
        fi
        [[ $wanted == 1 ]] || continue
        [[ $program != "" ]] && command -v "$program" >/dev/null && continue
        isInstalled "$package" || echo "$package"
    done <packages.txt
}

list=
if [[ ${1-} == --list ]]; then
    list=1
    shift
fi
for set in "$@"; do
    if ! grep -qxF "[$set]" packages.txt; then
        echo "install-packages: there is no set '$set'; the sets are $(sed -n 's/^\[\(.*\)\]$/\1/p' packages.txt | xargs)" >&2
        exit 1
    fi
done
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "install-packages: no apt here; install the counterparts of scripts/packages.txt by hand" >&2
    exit 0
fi
if [[ $list ]]; then
    listMissing "$@"
    exit 0
fi
mapfile -t missing < <(listMissing "$@")
[[ ${#missing[@]} -eq 0 ]] && exit 0

asRoot=()
if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        echo "install-packages: run this as root, or install sudo; missing: ${missing[*]}" >&2
        exit 1
    fi
    asRoot=(sudo)
fi
apt=("${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

echo "install-packages: installing ${missing[*]}"
if ! "${apt[@]}" update >"$log" 2>&1; then
    echo "install-packages: apt-get update failed, going on with the lists at hand:" >&2
    tail -n 5 "$log" >&2
fi
if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    echo "install-packages: apt-get install failed (above); the list is made for Debian 12" >&2
    exit 1
fi
