# results.sh, for portable.sh and windows_tool.sh: the same results of two tools, compared by SHA-256. $work is a folder to work in,
# and $source that of the sources.

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

# compare WHERE RESULTS: one line of the table.
compare() {
    local equal
    (cd "$2" && sha256sum -- * | sort) >"$2.sums"
    equal=$(comm -12 "$work/native/out.sums" "$2.sums" | wc -l)
    echo "| $1 | $equal of $(wc -l <"$work/native/out.sums") |"
    diff "$work/native/out.sums" "$2.sums"
}

# onVulkan TOOL COMMAND INPUT OPTION...: a missing device is an error where the command takes one.
onVulkan() {
    local device=()
    case $2 in project | normalize | prefilter) device=(--device vulkan) ;; esac
    "$@" "${device[@]}"
}

# writeNative TOOL: inputs and results in the folders "in" and "out" of the current one, and out.sums.
writeNative() {
    cp /usr/share/blender/datafiles/studiolights/world/sunset.exr in/map.exr
    cp "$source/docs/images/preview.png" in/map.png
    cp "$source/samples/web/data/window/across_0.jpg" in/map.jpg
    "$1" resample in/map.exr --to equirect --size 128 -o in/map.hdr >"$work/log"
    VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none writeAll "$1"
    (cd out && sha256sum -- * | sort) >out.sums
}

# seconds COMMAND...: of the fastest of three runs.
seconds() {
    local best start took
    for _ in 1 2 3; do
        start=${EPOCHREALTIME/./}
        "$@" >>"$work/log" 2>&1
        took=$((${EPOCHREALTIME/./} - start))
        [[ ${best-} && $best -le $took ]] || best=$took
    done
    printf '%d.%02d' $((best / 1000000)) $((best / 10000 % 100))
}

# speeds NATIVE TOOL: a table of seconds, in the folder of "in" and "out", on the CPU.
speeds() {
    local command
    "$1" resample in/map.exr --to equirect --size 1024 -o in/large.hdr >>"$work/log"
    echo "| seconds, of a map of 2048 x 1024 | native tool | this tool |"
    echo "|---|---|---|"
    for command in "project in/large.hdr" "prefilter in/large.hdr --size 128 -o out/large.ktx2" \
        "normalize in/large.hdr --resample 256 --mips -o out/large.ktx2" "resample in/large.hdr --size 256 --mips --texels bc6h -o out/large.dds"; do
        echo "| \`${command%% *}\` | $(seconds "$1" $command) | $(seconds "$2" $command) |"
    done
}
