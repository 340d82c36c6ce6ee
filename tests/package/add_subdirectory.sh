#!/usr/bin/env bash
# ProbeNorm as a folder of another project: only the libraries are built, and nothing of ours leaks into it.
source "$(dirname "$0")/common.sh"

buildFresh "$PN_SOURCE/tests/package/subproject" "$PN_WORK/add_subdirectory" "-DPN_SOURCE=$PN_SOURCE"
runSample "$PN_WORK/add_subdirectory/minimal_c/minimal_c"
if find "$PN_WORK/add_subdirectory" -type f -perm -u+x -name 'probenorm' | grep .; then
    echo "the command line tool was built in another's project"
    exit 1
fi
