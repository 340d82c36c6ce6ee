#!/usr/bin/env bash
# wheel.sh WHEEL NATIVE: runs the tests of tests/python that start no program of this machine on the wheel for ARM 64, and compares
# the SHA-256 of ten results with those of the wheel for this machine, NATIVE. Python and NumPy are Debian's for that processor, under
# QEMU: their packages are unpacked into build/roots/arm64, once, and none is installed.
set -euo pipefail
source=$(cd "$(dirname "$0")/../../.." && pwd)
wheel=$(realpath "$1") native=$(realpath "$2")
root=$source/build/roots/arm64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ ! -d $root ]]; then
    apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o "Dir::State::status=$work/status"
        -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    touch "$work/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" >"$work/sources.list"
    "${apt[@]}" update
    "${apt[@]}" install -y --no-install-recommends --download-only python3-numpy
    for package in "$work"/cache/archives/*.deb; do
        dpkg-deb --extract "$package" "$work/root"
    done
    mkdir -p "${root%/*}"
    mv "$work/root" "$root"
fi

python3 -m zipfile -e "$wheel" "$work/wheel"
blas=$root/usr/lib/aarch64-linux-gnu # where update-alternatives would link what NumPy loads
python() {
    env -u PROBENORM_LIBRARY PYTHONHOME="$root/usr" PYTHONPATH="$work/wheel:$root/usr/lib/python3/dist-packages:$source/tests/python" \
        VK_DRIVER_FILES=/none VK_ICD_FILENAMES=/none PN_SOURCE="$source" PYTHONDONTWRITEBYTECODE=1 \
        qemu-aarch64-static -E LD_LIBRARY_PATH="$blas/blas:$blas/lapack" -L "$root" "$root/usr/bin/python3" "$@"
}
python -c 'import platform, probenorm; print(platform.machine(), probenorm.version(), probenorm.__file__)'
python3 -m zipfile -e "$native" "$work/native"
PYTHONPATH="$work/native" /usr/bin/python3 -B "$source/tests/package/results.py" >"$work/expected"
python "$source/tests/package/results.py" | tee "$work/found"
diff "$work/expected" "$work/found"
echo "$(wc -l <"$work/found") results equal"
for test in bc6h coefficients lights normalize parity prefilter project check; do
    echo "$test"
    python "$source/tests/python/${test}_test.py"
done
