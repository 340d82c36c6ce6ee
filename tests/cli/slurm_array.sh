#!/usr/bin/env bash
# slurm_array.sh PROBENORM HELD_BAKE: bakes a manifest by samples/farm/bake_slurm.sh, as an array of eight tasks in a
# Slurm cluster of four nodes, started here. The library HELD_BAKE (held_bake.c) stops the bake on node 2 after five
# records, and then the node is killed with all that runs on it. Its task must be requeued, and continue on another
# node. The merge must be the bytes of one run. Skipped (77) where there is no Slurm.
set -euo pipefail

probenorm=$(realpath "$1")
farm=$(cd "$(dirname "$0")/../../samples/farm" && pwd)
held_bake=$(realpath "$2")

for program in slurmctld slurmd sbatch munged; do
    command -v "$program" > /dev/null || { echo "$program is not installed"; exit 77; }
done

count_records() {
    find "baked.shards/$1/probes" -name '*.json' 2> /dev/null | wc -l
}

# Prints the process that bakes on node 2. Other programs of that name, which may run beside, have other folders.
find_bake_on_node2() {
    local process
    for process in $(pgrep -x probenorm); do
        if [ "$(readlink "/proc/$process/cwd")" = "$PWD" ] &&
            grep -qsz '^SLURMD_NODENAME=node2' "/proc/$process/environ"; then
            echo "$process"
            return
        fi
    done
}

is_queue_empty() {
    local jobs
    jobs=$(squeue --noheader) && [ -z "$jobs" ]
}

# In the cluster.
run_array() {
    array=$(sbatch --parsable --array=1-8 --output=task-%a.log "$farm/bake_slurm.sh" probes.json baked)
    bake=
    until [ -n "$bake" ]; do # the bake on node 2, once it has its five records
        sleep 0.2
        ! is_queue_empty || { echo "all tasks have ended, and none was held"; return 1; }
        task=$(squeue --noheader --array --nodelist=node2 --states=R --format=%K | head -n 1) || continue
        [ -n "$task" ] && [ "$(count_records "$task")" -eq 5 ] || continue
        bake=$(find_bake_on_node2)
    done
    step=$(ps -o ppid= -p "$bake" | tr -d ' ')
    kill -KILL "$(cat "$SLURM_HERE/node2.pid")" "$step" "$bake"
    echo "killed node 2 and its task $task after $(count_records "$task") records"
    until is_queue_empty; do
        sleep 1
        for job in $(squeue --noheader --array --states=PD --format=%A); do # Slurm lets a requeued one wait two minutes
            scontrol update jobid="$job" starttime=now 2> /dev/null || true
        done
    done
    scontrol show job "$array" > jobs.txt
}
export -f run_array count_records find_bake_on_node2 is_queue_empty
export farm

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > held << END
#!/usr/bin/env bash
[ "\$SLURMD_NODENAME" != node2 ] || export LD_PRELOAD=$held_bake
exec "$probenorm" "\$@"
END
chmod +x held
export PROBENORM=$work/held
{ printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 64 +X 128\n'; head -c 32768 /dev/zero | tr '\0' '\200'; } > map.hdr
{
    printf '{"version": 1, "defaults": {"cubemap": "ktx2", "faceSize": 64, "mips": true}, "probes": ['
    seq 799 | sed 's/.*/{"id": "p&", "file": "map.hdr"},/'
    printf '{"id": "p0", "file": "map.hdr"}]}'
} > probes.json
"$probenorm" bake probes.json -o whole --device cpu --quiet
status=0
"$(dirname "$0")/slurm_here.sh" 4 bash -euo pipefail -c run_array || status=$?
[ "$status" -ne 75 ] || exit 77
[ "$status" -eq 0 ] || { cat task-*.log; exit 1; }
grep -q 'Restarts=1' jobs.txt || { echo "no task was requeued"; exit 1; }
"$probenorm" bake probes.json -o baked --merge baked.shards/*/ --quiet
diff --recursive --brief --exclude=bake.log.jsonl --exclude=bake.index whole baked
echo "8 tasks, one of them requeued, make what one run makes"
