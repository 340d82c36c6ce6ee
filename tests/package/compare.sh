#!/usr/bin/env bash
# compare.sh NATIVE [linux=TOOL] [arm64=TOOL] [windows=TOOL] [npm=PACKAGE] [tests=FOLDER] [RELEASE...]
#
# Has each tool given write what NATIVE writes, and fails unless all results have the same SHA-256. Prints tables of that, and of
# seconds. linux: in a root file system that has glibc's own files alone, on this machine's Vulkan, and in each Debian release named,
# which debootstrap makes in build/roots (as root). arm64: under QEMU's user mode. windows: under Wine, on the CPU and on this
# machine's Vulkan, and with paths in Unicode and longer than 260 letters. npm: the folder of the package, in Node.js. tests: the folder
# where a preset is built, whose tests of the command line run against all tools but NATIVE and npm's, with ctest's drivers.
set -euo pipefail
export LC_ALL=C.UTF-8
native=$(realpath "$1") linux='' arm64='' windows='' npm='' tests='' releases=()
for option in "${@:2}"; do
    if [[ $option == *=* ]]; then declare "${option%%=*}=$(realpath "${option#*=}")"; else releases+=("$option"); fi
done
source=$(cd "$(dirname "$0")/../.." && pwd)
wine=$source/tests/package/windows/wine.sh
roots=$source/build/roots
work=$(mktemp -d)
export work WINEPREFIX=$work/wine
lavapipe=/usr/share/vulkan/icd.d/lvp_icd.$(uname -m).json
trap '[[ $? == 0 ]] || tail -n 3 "$work/log" >&2; [[ ! $windows ]] || "$wine" --end >/dev/null 2>&1; rm -rf "$work"' EXIT
isolate=(unshare --mount)
[[ $EUID -eq 0 ]] || isolate+=(--map-root-user)

# writeAll TOOL...: from the folder "in" into the folder "out".
writeAll() {
    set -e
    "$@" project in/map.exr --for unity -o out/project_exr.txt
    "$@" project in/map.hdr --bands 5 -o out/project_hdr.txt
    "$@" project in/map.jpg --layout equirect -o out/project_jpg.txt
    "$@" lights in/map.exr --format gltf -o out/lights.gltf
    "$@" resample in/map.exr --size 64 --mips --compress zstd -o out/resample_exr.ktx2
    "$@" resample in/map.hdr --size 64 --texels bc6h -o out/resample_hdr.dds
    "$@" resample in/map.png --layout equirect --to equirect --size 64 -o out/resample_png.exr
    "$@" resample in/map.jpg --layout equirect --to equirect --size 64 -o out/resample_jpg.hdr
    "$@" normalize in/map.exr --resample 64 --mips -o out/normalize.ktx2
    "$@" normalize in/map.hdr --resample 64 -o out/normalize.exr
    "$@" prefilter in/map.exr --size 32 -o out/prefilter.ktx2
    "$@" prefilter in/map.hdr --size 32 --for babylon -o out/prefilter.env
    "$@" prefilter in/map.exr --size 32 --for unity -o out/prefilter.dds
    "$@" preview in/map.exr --size 64 -o out/preview.png
} >>"$work/log" 2>&1
export -f writeAll

# onVulkan TOOL COMMAND INPUT OPTION...: a missing device is an error where the command takes one.
onVulkan() {
    local device=()
    case $2 in project | normalize | prefilter) device=(--device vulkan) ;; esac
    VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES='' MESA_SHADER_CACHE_DISABLE=true "$@" "${device[@]}"
}

# compare WHERE RESULTS: one line of the table.
compare() {
    local equal
    (cd "$2" && sha256sum -- * | sort) >"$2.sums"
    equal=$(comm -12 "$work/native/out.sums" "$2.sums" | wc -l)
    echo "| $1 | $equal of $(wc -l <"$work/native/out.sums") |"
    diff "$work/native/out.sums" "$2.sums"
}

# runIn NAME WHERE TOOL...: the results of that tool, in a folder of their own.
runIn() {
    mkdir -p "$work/$1/out"
    ln -sfn ../native/in "$work/$1/in"
    (cd "$work/$1" && writeAll "${@:3}")
    compare "$2" "$work/$1/out"
}

# wrap NAME COMMAND...: a program $work/tool_NAME that runs that command.
wrap() {
    printf '#!/bin/sh\nexec %s"$@"\n' "$(printf '"%s" ' "${@:2}")" >"$work/tool_$1"
    chmod +x "$work/tool_$1"
    timed+=("$1")
}

# runInRoot NAME ROOT: the tool sees the root, /proc, /dev/null and its two folders; all mounts end with the process.
runInRoot() {
    local library
    mkdir -p "$2/in" "$2/out" "$2/proc" "$2/dev" "$work/$1/out"
    [[ -e $2/dev/null ]] || touch "$2/dev/null"
    cp "$linux" "$work/native/in/probenorm"
    "${isolate[@]}" bash -c 'set -e
        mount --rbind /proc "$0/proc" && mount --bind /dev/null "$0/dev/null"
        mount --bind "$work/native/in" "$0/in" && mount --bind "$1" "$0/out"
        writeAll chroot "$0" /in/probenorm' "$2" "$work/$1/out"
    if grep 'no sandbox' "$work/log"; then exit 1; fi
    library=$("${isolate[@]}" chroot "$2" "$libraries/libc.so.6" | sed -n '1s/.*version \([0-9.]*[0-9]\).*/glibc \1/p')
    compare "$1, $library" "$work/$1/out"
}

runLinux() {
    local loader libraries release
    libraries=$(dirname "$(realpath -s "$(cc -print-file-name=libc.so.6)")")
    loader=$(readelf -l "$linux" | sed -n 's/.*interpreter: \(.*\)]/\1/p')
    mkdir -p "$work/bare$libraries" "$work/bare$(dirname "$loader")"
    cp "$loader" "$work/bare$loader"
    cp "$libraries"/lib{c.so.6,m.so.6,dl.so.2,pthread.so.0,rt.so.1} "$work/bare$libraries"
    runInRoot "bare root" "$work/bare"
    runIn linux "this machine, Vulkan (lavapipe)" onVulkan "$linux"
    for release in "${releases[@]}"; do
        if [[ ! -d $roots/$release ]]; then
            rm -rf "$roots/part"
            debootstrap --variant=minbase "$release" "$roots/part" >"$work/log"
            mv "$roots/part" "$roots/$release"
        fi
        runInRoot "$release" "$roots/$release"
    done
    wrap linux "$linux"
}

runWindows() {
    local long
    "$wine" --start
    wrap windows "$wine" "$windows"
    runIn windows "Wine, CPU" "$work/tool_windows"
    runIn vulkan "Wine, Vulkan (lavapipe)" onVulkan "$work/tool_windows"
    long=out/$(printf 'Übergang_%.0s' {1..20})/$(printf '夜_%.0s' {1..60})
    mkdir -p "$work/windows/$long"
    cd "$work/windows"
    "$work/tool_windows" resample "in\\map.hdr" --size 16 -o "$PWD/$long/größe.ktx2" >>"$work/log" 2>&1
    "$native" resample in/map.hdr --size 16 -o "$work/same.ktx2" >>"$work/log" 2>&1
    cmp "$long/größe.ktx2" "$work/same.ktx2"
    echo "| Wine, paths in Unicode and of more than 260 letters | 1 of 1 |"
}

# seconds COMMAND...: of the fastest of three runs, or of one that takes ten seconds.
seconds() {
    local best start took
    for _ in 1 2 3; do
        start=${EPOCHREALTIME/./}
        "$@" >>"$work/log" 2>&1
        took=$((${EPOCHREALTIME/./} - start))
        [[ ${best-} && $best -le $took ]] || best=$took
        [[ $best -lt 10000000 ]] || break
    done
    printf ' | %d.%02d' $((best / 1000000)) $((best / 10000 % 100))
}

# speeds: a table of seconds of the tools, on the CPU.
speeds() {
    local command name
    cd "$work/native"
    "$native" resample in/map.exr --to equirect --size 1024 -o in/large.hdr >>"$work/log"
    echo "| seconds, of a map of 2048 x 1024 |$(printf ' %s |' "${timed[@]}")"
    echo "|---$(printf '|---%.0s' "${timed[@]}")|"
    for command in "project in/large.hdr" "prefilter in/large.hdr --size 128 -o out/large.ktx2" \
        "normalize in/large.hdr --resample 256 --mips -o out/large.ktx2" "resample in/large.hdr --size 256 --mips --texels bc6h -o out/large.dds"; do
        echo "| \`${command%% *}\`$(for name in "${timed[@]}"; do seconds "$work/tool_$name" $command; done) |"
    done
}

# What a tool cannot pass here: without a driver for ARM 64; under Wine, which has no signals, shows none of Linux' links, devices and
# named pipes as such, and no lock of another Linux program.
declare -A without=([arm64]='BakeDevices?\.|KernelCache\.|' [windows]='Cancel\.|BakeCommand\.(CancelledBake|FolderIsLocked|WhatEnded)|'\
'BakeManifest\.LinkThatLeaves|Pipes\.(LogThatIsALink|NothingIsBaked|DevicesOfStandard)|')

# runTests NAME: ctest's tests of the command line, with that tool in the place of the build's own. Left out are those that need bench,
# which these tools lack, and those of a program with a decoder that fails on demand.
runTests() {
    local numbers
    numbers=$(ctest --test-dir "$tests" --show-only=json-v1 | python3 -c '
import json, re, subprocess, sys
left = sys.argv[1] + r"(Bench|BenchNormalize|FaultyDecoder)\.|Cancel\.InterruptedBenches|ClosedStreams\.ChangeNoByte|Options\.(WhatIsWrong|HelpAnd)|.*AreRefusedByName/bench"
def starts(program):
    symbols = subprocess.run(["nm", "-C", program], capture_output=True, text=True).stdout
    return "pn::test::RunningProgram::RunningProgram" in symbols
tests = [(test["name"], test.get("command", [""])[0]) for test in json.load(sys.stdin)["tests"]]
starting = {program for _, program in set(tests) if "/cli/cli_" in program and starts(program)}
print(*[n for n, (name, program) in enumerate(tests, 1) if program in starting and not re.match(left, name)], sep=",")' "${without[$1]-}")
    PN_PROGRAM=$work/tool_$1 env -u VK_DRIVER_FILES -u VK_ICD_FILENAMES \
        ctest --test-dir "$tests" -I "0,0,0,$numbers" -j2 || failed+=("$1")
}

mkdir -p "$work/native/in" "$work/native/out"
cd "$work/native"
cp /usr/share/blender/datafiles/studiolights/world/sunset.exr in/map.exr
cp "$source/docs/images/preview.png" in/map.png
cp "$source/samples/web/data/window/across_0.jpg" in/map.jpg
"$native" resample in/map.exr --to equirect --size 128 -o in/map.hdr >"$work/log"
export VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none
writeAll "$native"
(cd out && sha256sum -- * | sort) >out.sums
timed=()
wrap native "$native"
echo "| where it ran | results equal by SHA-256 |"
echo "|---|---|"
[[ ! $linux ]] || runLinux
if [[ $arm64 ]]; then
    wrap arm64 qemu-aarch64-static -L /usr/aarch64-linux-gnu "$arm64"
    runIn arm64 "ARM 64, QEMU" "$work/tool_arm64"
fi
[[ ! $windows ]] || runWindows
if [[ $npm ]]; then
    wrap npm node "$source/tests/package/npm_tool.mjs" "$npm"
    runIn npm "WebAssembly, Node.js $(node --version)" "$work/tool_npm"
fi
speeds
failed=()
for name in "${timed[@]}"; do
    [[ ! $tests || $name == native || $name == npm ]] || runTests "$name"
done
[[ ${#failed[@]} == 0 ]]
