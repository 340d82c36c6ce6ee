#!/usr/bin/env bash
# bake_parallel.sh MANIFEST DIR SHARDS [JOBS]: bakes a manifest in shards by GNU parallel, and joins them in DIR.
#
# A plan shares the probes out by the bytes of their files. Run the script again after a failure: shards that are done
# are left alone (--joblog, --resume-failed), the others go on where they were. A changed manifest begins a new job log.
# PROBENORM names the program. With `parallel --sshlogin` the shards run on other machines that see the same folders.
set -euo pipefail

manifest=$1
folder=$2
shards=$3
jobs=${4:-1} # one bake uses all processors
probenorm=${PROBENORM:-probenorm}

mkdir -p "$folder.shards"
plan=$folder.shards/plan.json
log=$folder.shards/joblog
before=$(cat "$plan" 2> /dev/null || true)
commands=$("$probenorm" bake "$manifest" --output "$folder" --plan "$plan" --shards "$shards")
[ "$before" = "$(cat "$plan")" ] || rm -f "$log"
parallel --jobs "$jobs" --joblog "$log" --resume-failed <<< "$commands"
mapfile -t parts < <(seq --format "$folder.shards/%.0f" "$shards")
"$probenorm" bake "$manifest" --output "$folder" --resume --merge "${parts[@]}"
