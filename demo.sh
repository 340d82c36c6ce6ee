#!/usr/bin/env bash
# Installs what is missing, builds the command line tool, and projects eight real HDR environments on the CPU and on a
# Vulkan device: each as the equirectangular map that it is, and through a cubemap. Both devices must give the same bits.
# Then one environment is normalized.
set -euo pipefail
cd "$(dirname "$0")"

scripts/install-packages.sh demo
scripts/build.sh demo probenorm_cli probenorm # and the shared library, so that `cmake --install build/release` is whole
probenorm=build/release/tools/probenorm/probenorm
maps=(/usr/share/blender/datafiles/studiolights/world/*.exr)
VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.$(uname -m).json # lavapipe, which every machine can run
export VK_DRIVER_FILES

rm -rf out
mkdir -p out/cpu out/vulkan out/normalized out/preview
"$probenorm" devices
for device in cpu vulkan; do
    "$probenorm" project "${maps[@]}" --device $device --format json -o "out/$device/{}.json"
    "$probenorm" project "${maps[@]}" --device $device --format json -o "out/$device/{}.cube.json" --resample 256
done
for file in out/cpu/*.json; do
    "$probenorm" compare "$file" "out/vulkan/${file##*/}" --tolerance 0 >out/compare.log ||
        { cat out/compare.log; echo "${file##*/}: the devices DIFFER"; exit 1; }
    echo "${file##*/}: equal bits on the CPU and on the Vulkan device"
done
rm out/compare.log
for map in "${maps[@]}"; do
    "$probenorm" preview "$map" -o "out/preview/${map##*/}.png"
done
"$probenorm" normalize "${maps[0]}" --resample 256 --mips -o "out/normalized/$(basename "${maps[0]%.*}").ktx2"
echo
echo "coefficients: $PWD/out/cpu/*.json and $PWD/out/vulkan/*.json"
echo "normalized:   $PWD/out/normalized/*.ktx2, a cubemap divided by its own light"
echo "pictures:     $PWD/out/preview/*.png"
