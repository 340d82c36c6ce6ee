#!/usr/bin/env bash
# Installs what is missing, builds, and projects real HDR environments on the processor and on a Vulkan device.
set -euo pipefail
cd "$(dirname "$0")"

scripts/install-packages.sh
scripts/build.sh release probenorm_cli
probenorm=build/release/tools/probenorm/probenorm
maps=(/usr/share/blender/datafiles/studiolights/world/*.exr
    /usr/share/qtcreator/qml/qmlpuppet/mockfiles/images/preview_*.hdr)

VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.$(uname -m).json
export VK_DRIVER_FILES
rm -rf out
mkdir -p out/cpu out/vulkan out/preview
"$probenorm" devices
"$probenorm" project "${maps[@]}" --device cpu --format json -o 'out/cpu/{}.json'
"$probenorm" project "${maps[@]}" --device vulkan --format json -o 'out/vulkan/{}.json'
for file in out/cpu/*.json; do
    name=$(basename "$file" .json)
    "$probenorm" compare "$file" "out/vulkan/$name.json" --tolerance 0 >/dev/null
    echo "$name: the same bits on the CPU and on the Vulkan device"
done
for map in "${maps[@]}"; do
    "$probenorm" preview "$map" -o "out/preview/$(basename "$map").png"
done
echo "coefficients: out/cpu and out/vulkan (*.json); pictures: out/preview (*.png)"
