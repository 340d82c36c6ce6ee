#!/usr/bin/env bash
# A Slurm job array that bakes a manifest, one shard a task:
#
#     array=$(sbatch --parsable --array=1-8 bake_slurm.sh probes.json baked)
#     sbatch --dependency=afterok:$array --wrap='probenorm bake probes.json -o baked --merge baked.shards/*/'
#
# A task that is requeued goes on where it was.
#
# PROBENORM names the program.
#SBATCH --job-name=probenorm
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

manifest=$1
folder=$2

mkdir -p "$folder.shards"
exec "${PROBENORM:-probenorm}" bake "$manifest" --output "$folder.shards/$SLURM_ARRAY_TASK_ID" --shard auto --resume
