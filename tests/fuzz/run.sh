#!/usr/bin/env bash
# run.sh SECONDS PROGRAMS CORPUS OUT [TARGET...]: fuzzes each target for SECONDS, as many side by side as there are
# processors, and prints how often each ran. PROGRAMS holds fuzz_TARGET, CORPUS the seeds of each in a folder TARGET. Without
# names all targets of PROGRAMS run; one that is named twice gets two processes. OUT/TARGET gets inputs that reach new code,
# OUT/findings what broke a target, OUT/log what libFuzzer said. Fails if anything was found. PN_FUZZ_PROCESSES is how many
# run side by side, as many as there are processors by default.
#
# libFuzzer measures wall-clock time, so on a busy machine it calls inputs slow that are not. Each of these runs once more,
# alone, and is a finding only if it takes 10 seconds of processor time, or does not end in 5 minutes. The others are in OUT/slow.
set -euo pipefail

seconds=$1
programs=$(realpath "$2")
corpus=$(realpath "$3")
mkdir -p "$4"
out=$(realpath "$4")
shift 4
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
    mapfile -t targets < <(find "$programs" -maxdepth 1 -type f -name 'fuzz_*' -printf '%f\n' | sed 's/^fuzz_//' | sort)
fi

# fuzz NUMBER TARGET: one process after the other until the time is over; a finding ends one.
fuzz() {
    local end=$((SECONDS + seconds)) left status=0
    mkdir -p "$out/$2" "$out/log" "$out/findings/$2"
    while left=$((end - SECONDS)) && ((left > 0)); do
        "$programs/fuzz_$2" -max_total_time="$left" -print_final_stats=1 -rss_limit_mb=2048 -timeout=20 -verbosity=0 \
            -artifact_prefix="$out/findings/$2/" "$out/$2" "$corpus/$2" >>"$out/log/$2.$1" 2>&1 || status=$?
        ((status == 0)) || sleep 1 # a target that fails at once must not fill the log
    done
}
export -f fuzz
export programs corpus out seconds

# is_slow TARGET FILE: whether it is slow, or breaks the target, when it runs alone.
is_slow() {
    ! (ulimit -t 10 && timeout 300 "$programs/fuzz_$1" -rss_limit_mb=2048 -timeout=1000 "$2") >>"$out/log/$1.again" 2>&1
}

# judge_slow TARGET: keeps as findings those of its slow inputs that are slow alone.
judge_slow() {
    local file
    for file in "$out/findings/$1"/slow-unit-* "$out/findings/$1"/timeout-*; do
        if [[ -f $file ]] && ! is_slow "$1" "$file"; then
            mkdir -p "$out/slow/$1"
            mv "$file" "$out/slow/$1"
        fi
    done
}

rm -rf "$out/log" "$out/findings" "$out/slow"
for i in "${!targets[@]}"; do
    printf '%s %s\n' "$i" "${targets[i]}"
done | xargs -P "${PN_FUZZ_PROCESSES:-$(nproc)}" -L 1 bash -c 'set -euo pipefail; fuzz "$0" "$1"'

printf '%-16s %12s %10s %9s\n' target executions per_second findings
mapfile -t names < <(printf '%s\n' "${targets[@]}" | sort -u)
found=0
for name in "${names[@]}"; do
    judge_slow "$name"
    runs=$(cat "$out/log/$name".[0-9]* | awk '/stat::number_of_executed_units/ { n += $2 } END { print n + 0 }')
    findings=$(find "$out/findings/$name" -type f | wc -l)
    printf '%-16s %12d %10d %9d\n' "$name" "$runs" $((runs / seconds)) "$findings"
    found=$((found + findings))
    ((runs > 0)) || { echo "fuzz_$name did not run; see $out/log" >&2; found=$((found + 1)); }
done
((found == 0))
