#!/usr/bin/env bash
# The package as Unity's package manager gets it: complete for an importer that may not write, and with libraries that
# work. Environment: PN_UNLOAD_TEST, which loads a library and projects with it.
source "$(dirname "$0")/common.sh"

package="$PN_WORK/package"
plugins="$package/Runtime/Plugins/x86_64"
node "$(dirname "$0")/unity_package.mjs" "$package"
"$PN_UNLOAD_TEST" "$plugins/libprobenorm.so"
cmp "$plugins/probenorm.dll" "$PN_WINDOWS_BUILD/plugin/probenorm.dll"
for tables in "LIBRARY=$plugins/libprobenorm.so -DNM=nm" \
    "LIBRARY=$plugins/probenorm.dll -DOBJDUMP=x86_64-w64-mingw32-objdump"; do
    read -ra arguments <<<"-D$tables"
    cmake "${arguments[@]}" "-DMAP=$PN_SOURCE/plugin/probenorm.map" "-DINCLUDE=$PN_SOURCE/include" \
        -P "$PN_SOURCE/tests/abi/exports_test.cmake"
done

# As the root of a branch that Unity clones: the same files, with the same bytes.
branch="$PN_WORK/upm"
rm -rf "$branch" "$branch.clone"
mkdir -p "$branch"
echo old >"$branch/left-over"
"$PN_SOURCE/scripts/upm.sh" "$PN_WORK"/once/com.probenorm-*.tgz "$branch"
git -C "$branch" init -q -b upm
git -C "$branch" add -A
git -C "$branch" -c user.name=test -c user.email=test@example.invalid commit -qm "Package"
git -c core.autocrlf=true clone -q "$branch" "$branch.clone"
diff -r -x .git -x .gitattributes "$package" "$branch.clone"
node "$(dirname "$0")/unity_package.mjs" "$branch.clone"
