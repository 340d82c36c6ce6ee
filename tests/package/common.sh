#!/usr/bin/env bash
# Sourced by the tests beside it. Environment: CC CXX PN_SOURCE PN_BUILD PN_WORK.
set -euo pipefail

prefix="$PN_WORK/prefix"
sample="$PN_SOURCE/samples/minimal_c"

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
