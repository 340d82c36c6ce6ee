#!/usr/bin/env bash
# Installs into a folder that the configuration did not know, and looks at what is there.
source "$(dirname "$0")/common.sh"

rm -rf "$prefix"
cmake --install "$PN_BUILD" --prefix "$prefix" >/dev/null
cd "$prefix"
version=0.1.0
[[ -f lib/libprobenorm.so.$version && ! -L lib/libprobenorm.so.$version ]]
[[ $(readlink -f lib/libprobenorm.so) == "$prefix/lib/libprobenorm.so.$version" ]]
[[ $(readlink -f lib/libprobenorm.so.0) == "$prefix/lib/libprobenorm.so.$version" ]]
for file in lib/libprobenorm.a lib/pkgconfig/probenorm.pc include/probenorm/probenorm{.h,_vulkan.h,.hpp} bin/probenorm \
    share/man/man1/probenorm{,-project,-bench-normalize}.1 share/bash-completion/completions/probenorm \
    share/zsh/site-functions/_probenorm share/fish/vendor_completions.d/probenorm.fish \
    share/probenorm/python/probenorm/{__init__,_native,context}.py \
    share/probenorm/shaders/probenorm.{glsl,hlsl} share/probenorm/schema/{coefficients,manifest,progress}.json \
    share/doc/ProbeNorm/{docs/cli.md,docs/images/ladder.svg,samples/minimal_c/main.c} \
    lib/cmake/ProbeNorm/ProbeNorm{Config,ConfigVersion,Targets}.cmake; do
    [[ -s $file ]] || { echo "$file was not installed"; exit 1; }
done
if grep -rlI --exclude=probenorm.pc -e "$PN_SOURCE" -e "$PN_BUILD" .; then # but for that, which has the prefix
    echo "these files name the build machine's folders"
    exit 1
fi
bin/probenorm --help >/dev/null
[[ $(ls include) == probenorm ]] # a prefix such as /usr/local is shared

# The same where ./demo.sh built the tool alone: there are no libraries.
partial="$PN_WORK/partial"
rm -rf "$partial"
sed "s|$PN_BUILD/plugin/|$PN_BUILD/absent/|g" "$PN_BUILD/cmake_install.cmake" >"$PN_WORK/partial.cmake"
cmake -DCMAKE_INSTALL_PREFIX="$partial" -DCMAKE_INSTALL_LOCAL_ONLY=1 -P "$PN_WORK/partial.cmake" >/dev/null
"$partial/bin/probenorm" --help >/dev/null
[[ ! -e $partial/lib/libprobenorm.so && -s $partial/share/man/man1/probenorm.1 ]]
