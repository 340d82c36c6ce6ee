#!/usr/bin/env bash
# bake_parallel.sh MANIFEST DIR SHARDS [JOBS]: bakes a manifest in shards by GNU parallel, and joins them in DIR.
#
# Run it again after a failure: shards that are done are left alone (--joblog, --resume-failed), the others go on where
# they were. PROBENORM names the program. With `parallel --sshlogin` the shards run on other machines that see the same
# folders.
set -euo pipefail

manifest=$1
folder=$2
shards=$3
jobs=${4:-1} # one bake uses all processors
probenorm=${PROBENORM:-probenorm}

mkdir -p "$folder.shards"
seq "$shards" | parallel --jobs "$jobs" --joblog "$folder.shards/joblog" --resume-failed \
    "$probenorm" bake "$manifest" --output "$folder.shards/{}" --shard "{}/$shards" --resume
# shellcheck disable=SC2046 # a list of folders
"$probenorm" bake "$manifest" --output "$folder" --resume --merge $(seq --format "$folder.shards/%.0f" "$shards")
