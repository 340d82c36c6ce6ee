#!/usr/bin/env bash
# bake_parallel.sh MANIFEST DIR SHARDS [JOBS]: bakes a manifest in shards by GNU parallel, and joins them in DIR.
#
# Run the script again after a failure or a change of the manifest: what is done and unchanged is left alone.
# PROBENORM names the program. With `parallel --sshlogin` the shards run on other machines that see the same folders.
set -euo pipefail

manifest=$1
folder=$2
shards=$3
jobs=${4:-1} # one bake uses all processors
probenorm=${PROBENORM:-probenorm}

mkdir -p "$folder.shards"
seq "$shards" | parallel --quote --jobs "$jobs" "$probenorm" bake "$manifest" --output "$folder.shards/{}" \
    --shard "{}/$shards" --resume
mapfile -t parts < <(seq --format "$folder.shards/%.0f" "$shards")
"$probenorm" bake "$manifest" --output "$folder" --resume --merge "${parts[@]}"
