#!/usr/bin/env bash
# steps.sh STEP: one step of the tests of what was installed or packed; CMakeLists.txt beside it lists them.
# Environment: CC CXX PN_SOURCE PN_BUILD PN_WINDOWS_BUILD PN_WORK PN_UNLOAD_TEST PN_PYTHON PN_WEB.
set -euo pipefail

prefix="$PN_WORK/prefix"
sample="$PN_SOURCE/samples/minimal_c"
tests="$PN_SOURCE/tests/package"

# Runs the sample given and compares what it says with what its environment must give: above the horizon all sky,
# below it all ground, and these are the irradiances / pi straight up and down of a world cut in two halves.
runSample() {
    local said
    said=$("$@" | tail -n 1)
    echo "$said"
    [[ $said == "a white table shows 0.30 0.50 1.00, its underside 0.20 0.15 0.10" ]]
}

# Configures and builds the project in folder $1 from scratch, in $2; the rest goes to CMake.
buildFresh() {
    rm -rf "$2"
    cmake --log-level=WARNING -G Ninja -S "$1" -B "$2" "${@:3}"
    cmake --build "$2"
}

# Installs into a folder that the configuration did not know, and looks at what is there.
step_layout() {
    rm -rf "$prefix"
    cmake --install "$PN_BUILD" --prefix "$prefix" >/dev/null
    cd "$prefix"
    version=0.1.0
    [[ -f lib/libprobenorm.so.$version && ! -L lib/libprobenorm.so.$version ]]
    [[ $(readlink -f lib/libprobenorm.so) == "$prefix/lib/libprobenorm.so.$version" ]]
    [[ $(readlink -f lib/libprobenorm.so.0) == "$prefix/lib/libprobenorm.so.$version" ]]
    for file in lib/libprobenorm.a lib/pkgconfig/probenorm.pc include/probenorm/probenorm{.h,_vulkan.h,.hpp} bin/probenorm \
        share/probenorm/python/probenorm/{__init__,_native,context}.py \
        share/probenorm/shaders/probenorm.{glsl,hlsl} share/probenorm/schema/{coefficients,manifest,progress}.json \
        share/doc/ProbeNorm/{docs/cli.md,docs/images/prefilter_time.svg,samples/minimal_c/main.c} \
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
    [[ ! -e $partial/lib/libprobenorm.so && -x $partial/bin/probenorm ]]
}

# Packs the archives and the Debian package, again under another umask for the same bytes, and unpacks them for the tests that follow.
step_pack() {
    rm -rf "$PN_WORK"
    [[ -f $PN_WINDOWS_BUILD/plugin/probenorm.dll ]] ||
        { echo "there is no probenorm.dll to pack: scripts/build.sh windows"; exit 1; }
    tool="tool=$PN_BUILD/tools/probenorm/probenorm" # not the portable one, which takes minutes to build
    options=("$tool" ${PN_WEB:+"web=$PN_WEB"})
    (umask 022 && "$PN_SOURCE/scripts/pack.sh" "$PN_BUILD" "$PN_WINDOWS_BUILD" "$PN_WORK/once" "${options[@]}")
    (umask 077 && "$PN_SOURCE/scripts/pack.sh" "$PN_BUILD" "$PN_WINDOWS_BUILD" "$PN_WORK/again" "${options[@]}")
    diff -r "$PN_WORK"/{once,again}
    cd "$PN_WORK/once"
    sha256sum --quiet -c SHA256SUMS
    [[ $(wc -l <SHA256SUMS) == $(find . -type f ! -name SHA256SUMS | wc -l) && $(wc -l <SHA256SUMS) -ge 7 ]]
    # The tool's OpenEXR is built from source, and its zlib is this machine's.
    openexr=$(awk '$3 == "openexr" { print $4 }' "$PN_SOURCE/scripts/third-party.txt")
    for purl in "openexr@$openexr?distro=bookworm&arch=source" "zlib1g-dev@$(dpkg-query -W -f '${Version}' zlib1g-dev)?distro=bookworm"; do
        grep -qF "pkg:deb/debian/$purl\"" probenorm-0.1.0.cdx.json || { echo "the bill of materials lacks $purl"; exit 1; }
    done
    cd "$PN_WORK"
    tar xf once/com.probenorm-0.1.0.tgz
    tar xf once/probenorm-0.1.0-linux-x86_64.tar.gz
    mv probenorm-0.1.0-linux-x86_64 "$prefix"
}

# The command line tool of the archive projects an image: two white texels, whose only coefficient is 2 sqrt(pi).
step_tools() {
    printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n\x80\x80\x80\x81\x80\x80\x80\x81' >"$PN_WORK/white.hdr"
    "$prefix/bin/probenorm" project "$PN_WORK/white.hdr" --device cpu --bands 1 --format json | tee "$PN_WORK/white.json"
    grep -q '3.54490[78]' "$PN_WORK/white.json"
    [[ -s $prefix/share/doc/ProbeNorm/LICENSE && -s $prefix/share/doc/ProbeNorm/THIRD_PARTY.md && -s $prefix/share/doc/ProbeNorm/licences/libhwy-dev.txt ]]
}

# The recipes of package managers, of these files; the Windows tool, which takes minutes to build, has a stand-in.
step_recipes() {
    local download=https://example.org/probenorm/0.1.0 files="$PN_WORK/download"
    rm -rf "$files" "$PN_WORK/recipes"
    cp -R "$PN_WORK/once" "$files"
    echo "a stand-in" >"$files/probenorm-tool-0.1.0-windows-x86_64.zip"
    tar tzf "$files/probenorm-0.1.0-source.tar.gz" | grep -x probenorm-0.1.0/CMakeLists.txt
    "$PN_SOURCE/scripts/recipes.sh" "$files" "$download" "$PN_WORK/recipes"
    "$PN_PYTHON" -B "$tests/recipes.py" "$files" "$PN_WORK/recipes" "$download" 0.1.0
}

# find_package(ProbeNorm) from C and from C++ with the shared library; then the static one, which needs a C++ linker.
step_find_package() {
    buildFresh "$sample" "$PN_WORK/find_package" "-DCMAKE_PREFIX_PATH=$prefix"
    runSample "$PN_WORK/find_package/minimal_c"

    buildFresh "${sample}pp" "$PN_WORK/cpp" "-DCMAKE_PREFIX_PATH=$prefix"
    runSample "$PN_WORK/cpp/minimal_cpp"

    # Without CMake and below C++20, the header says so in the first error, and in no other.
    errors=$("$CXX" -std=c++17 "-I$prefix/include" -x c++ -fsyntax-only - <<<'#include <probenorm/probenorm.hpp>' 2>&1 || true)
    [[ $(grep -c 'error' <<<"$errors") == 2 && $errors == *"needs C++20"* ]] || { echo "$errors"; exit 1; }

    buildFresh "$tests/host" "$PN_WORK/static" "-DCMAKE_PREFIX_PATH=$prefix" "-DPN_SAMPLE=$sample"
    runSample "$PN_WORK/static/minimal_c"
    if readelf -d "$PN_WORK/static/minimal_c" | grep -q probenorm; then
        echo "the static sample needs the shared library"
        exit 1
    fi
}

# A compiler and pkg-config, without CMake.
step_pkg_config() {
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    [[ $(pkg-config --modversion probenorm) == 0.1.0 ]]
    read -ra flags <<<"$(pkg-config --cflags --libs probenorm)"
    [[ $PN_WORK == */Package || ${flags[0]} == "-I$prefix/include" ]] # an archive's has ".."
    "$CC" -std=c99 "$sample/main.c" -o "$PN_WORK/minimal_pkg_config" "${flags[@]}"
    LD_LIBRARY_PATH="$prefix/lib" runSample "$PN_WORK/minimal_pkg_config"
}

# ProbeNorm as a folder of another project: only the libraries are built, and nothing of ours leaks into it.
step_add_subdirectory() {
    buildFresh "$tests/host" "$PN_WORK/add_subdirectory" "-DPN_SOURCE=$PN_SOURCE" -DPN_UNITY=ON # half the time
    runSample "$PN_WORK/add_subdirectory/minimal_c/minimal_c"
    if find "$PN_WORK/add_subdirectory" -type f -perm -u+x -name 'probenorm' | grep .; then
        echo "the command line tool was built in another's project"
        exit 1
    fi
}

# The installed Python module finds the installed library on its own.
step_python() {
    unset PROBENORM_LIBRARY
    PYTHONPATH="$prefix/share/probenorm/python" "$PN_PYTHON" -B - "$prefix" <<'PYTHON'
import sys
import numpy as np
import probenorm
from probenorm._native import lib

assert probenorm.__file__.startswith(sys.argv[1]) and lib._name.startswith(sys.argv[1]), (probenorm.__file__, lib._name)
with probenorm.Context("cpu") as context:
    white = context.project_environment(np.ones((6, 4, 4, 3), np.float32))
assert abs(white.coefficients[0, 0] - 2 * np.sqrt(np.pi)) < 1e-5, white  # the only coefficient of white
PYTHON
}

# The wheel, put by pip and no network into an environment of its own; and pip makes the same of pyproject.toml.
step_wheel() {
    unset PROBENORM_LIBRARY PROBENORM_TOOL PYTHONPATH
    export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
    wheel="$PN_WORK/once/probenorm-0.1.0-py3-none-manylinux_2_17_x86_64.whl"
    venv="$PN_WORK/venv"
    rm -rf "$venv" "$PN_WORK"/wheel*
    "$PN_PYTHON" -m venv --without-pip --system-site-packages "$venv" # which has NumPy
    "$PN_PYTHON" -m pip --python "$venv" install -q "$wheel"
    cd "$PN_WORK"
    env -i PATH=/nonexistent "$venv/bin/python" -B - "$venv" <<'PYTHON'
import sys
from importlib import metadata
import numpy as np
import probenorm
from probenorm._native import lib

assert lib._name.startswith(sys.argv[1]) and metadata.version("probenorm") == probenorm.version(), lib._name
names = {path.name for path in metadata.files("probenorm")}
assert {"py.typed", "LICENSE", "libhwy-dev.txt", "libstdc++-12-dev.txt", "libpng-dev.txt"} <= names, names
with probenorm.Context("cpu") as context:
    white = context.project_environment(np.ones((6, 4, 4, 3), np.float32))
assert abs(white.coefficients[0, 0] - 2 * np.sqrt(np.pi)) < 1e-5, white
probenorm.write("white.exr", np.ones((4, 8, 3)))  # by the tool, which the wheel puts beside Python
assert (probenorm.read("white.exr") == 1).all()
PYTHON
    "$PN_PYTHON" -m pip wheel -q --no-deps --no-build-isolation -w wheel "$PN_SOURCE" \
        --config-settings "library=$PN_WORK/package/Runtime/Plugins/x86_64/libprobenorm.so"
    "$PN_PYTHON" -m zipfile -e "wheel/${wheel##*/}" wheel.pip
    "$PN_PYTHON" -m zipfile -e "$wheel" wheel.packed
    diff -r wheel.pip/probenorm wheel.packed/probenorm
    diff wheel.{pip,packed}/probenorm-0.1.0.dist-info/METADATA
}

# What docs/packages.md says of the archive, done to the letter in an empty folder.
step_letter() {
    folder="$PN_WORK/letter"
    rm -rf "$folder"
    mkdir "$folder"
    cd "$folder"
    cp "$PN_WORK/once/probenorm-0.1.0-linux-x86_64.tar.gz" .
    sed -n '/^tar xf/,/^```$/{/^```$/!p}' "$PN_SOURCE/docs/packages.md" >commands.sh
    [[ $(wc -l <commands.sh) -gt 15 ]] || { echo "docs/packages.md has no commands to follow"; exit 1; }
    if [[ -n ${PN_PYTHON-} ]]; then # the one with NumPy
        PATH="$(dirname "$PN_PYTHON"):$PATH"
    else
        sed -i '/^python3 /d' commands.sh
    fi
    bash -euo pipefail commands.sh | tee said
    [[ $(grep -c 'a white table shows 0.30 0.50 1.00' said) == 2 ]]
    grep -q '^cpu' said
    doc=probenorm-0.1.0-linux-x86_64/share/doc/ProbeNorm
    grep -q 'Projects an environment onto spherical harmonics' "$doc/api/probenorm_8h.html"
    [[ -s $doc/docs/formats.md && -s $doc/docs/images/prefilter_time.svg ]]
}

# The Debian package: dpkg takes it, it holds what it should, and what it holds runs. Nothing is installed.
step_debian() {
    package="$PN_WORK/once/probenorm_0.1.0_amd64.deb"
    root="$PN_WORK/debian"
    rm -rf "$root"
    dpkg-deb --extract "$package" "$root"
    [[ $(dpkg-deb --field "$package" Version) == 0.1.0 ]]
    dpkg-deb --field "$package" Depends | grep -q 'libc6.*libpng16'
    for file in bin/probenorm lib/libprobenorm.so.0.1.0 include/probenorm/probenorm.h \
        share/doc/probenorm/{copyright,changelog.gz,docs/cli.md,api/index.html,samples/minimal_c/main.c}; do
        [[ -s $root/usr/$file ]] || { echo "$file is not in the package"; exit 1; }
    done
    rm -rf "$PN_WORK/control"
    (cd "$root" && dpkg-deb --control "$package" "$PN_WORK/control" && md5sum --quiet -c "$PN_WORK/control/md5sums")
    [[ $(find "$root/usr" ! -type d | wc -l) -gt $(wc -l <"$PN_WORK/control/md5sums") ]] # links have no sum
    [[ $("$root/usr/bin/probenorm" --version) == "probenorm 0.1.0"* ]]
    if dpkg-deb --contents "$package" | grep -v 'root/root'; then
        echo "these files do not belong to root"
        exit 1
    fi
}

# The package as Unity's package manager gets it: complete for an importer that may not write, and with libraries that
# work.
step_unity_package() {
    package="$PN_WORK/package"
    plugins="$package/Runtime/Plugins/x86_64"
    node "$tests/unity_package.mjs" "$package"
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
    node "$tests/unity_package.mjs" "$branch.clone"
}

"step_$1"
