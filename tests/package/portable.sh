#!/usr/bin/env bash
# portable.sh PORTABLE NATIVE [RELEASE...]: runs the portable tool on this machine's Vulkan, in a root file system that has glibc's
# own files alone, and in one of each Debian release named, which debootstrap makes in build/roots (as root). Fails unless all
# results have the SHA-256 of the native tool's. Prints tables.
set -euo pipefail
export LC_ALL=C
portable=$(realpath "$1") native=$(realpath "$2")
shift 2
source=$(cd "$(dirname "$0")/../.." && pwd)
roots=$source/build/roots
work=$(mktemp -d)
trap '[[ $? == 0 ]] || tail -n 3 "$work/log" >&2; rm -rf "$work"' EXIT
isolate=(unshare --mount)
[[ $EUID -eq 0 ]] || isolate+=(--map-root-user)

. "$source/tests/package/results.sh"
export -f writeAll
export work

# runInRoot NAME ROOT: the tool sees the root, /proc, /dev/null and its two folders; all mounts end with the process.
runInRoot() {
    local library
    mkdir -p "$2/in" "$2/out" "$2/proc" "$2/dev" "$work/$1/out"
    [[ -e $2/dev/null ]] || touch "$2/dev/null"
    "${isolate[@]}" bash -c 'set -e
        mount --rbind /proc "$0/proc" && mount --bind /dev/null "$0/dev/null"
        mount --bind "$work/native/in" "$0/in" && mount --bind "$1" "$0/out"
        writeAll chroot "$0" /in/probenorm' "$2" "$work/$1/out"
    if grep 'no sandbox' "$work/log"; then exit 1; fi
    library=$("${isolate[@]}" chroot "$2" "$libraries/libc.so.6" | sed -n '1s/.*version \([0-9.]*[0-9]\).*/glibc \1/p')
    compare "$1 | $library" "$work/$1/out"
}

# runOnVulkan: the same on lavapipe, which the tool finds by the loader of this machine.
runOnVulkan() {
    (cd "$work/vulkan" && VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.$(uname -m).json writeAll onVulkan in/probenorm)
    compare "this machine, on Vulkan (lavapipe) | glibc $(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" "$work/vulkan/out"
}

mkdir -p "$work/native/in" "$work/native/out" "$work/vulkan/out"
ln -s ../native/in "$work/vulkan/in"
cd "$work/native"
cp "$portable" in/probenorm
writeNative "$native"

libraries=$(dirname "$(realpath -s "$(cc -print-file-name=libc.so.6)")")
loader=$(readelf -l "$portable" | sed -n 's/.*interpreter: \(.*\)]/\1/p')
mkdir -p "$work/bare$libraries" "$work/bare$(dirname "$loader")"
cp "$loader" "$work/bare$loader"
cp "$libraries"/lib{c.so.6,m.so.6,dl.so.2,pthread.so.0,rt.so.1} "$work/bare$libraries"

stat -c "%n: %s bytes" "$portable"
echo "needs $(readelf -d "$portable" | sed -n 's/.*Shared library: \[\(.*\)\]/\1/p' | xargs)"
echo "| where it ran | C library | results equal by SHA-256 |"
echo "|---|---|---|"
runInRoot bare "$work/bare"
runOnVulkan
for release in "$@"; do
    if [[ ! -d $roots/$release ]]; then
        rm -rf "$roots/part"
        debootstrap --variant=minbase "$release" "$roots/part" >"$work/log"
        mv "$roots/part" "$roots/$release"
    fi
    runInRoot "$release" "$roots/$release"
done
export VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none
speeds "$native" in/probenorm
