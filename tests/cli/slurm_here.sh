#!/usr/bin/env bash
# slurm_here.sh NODES COMMAND...: starts a Slurm cluster of so many nodes on this machine, runs a command in it, and stops it.
#
# The command finds the cluster by SLURM_CONF, and the processes of node 2 in $SLURM_HERE/node2.pid. Everything listens on
# the loopback interface only, and lies in a folder that is removed at the end. It takes Debian's slurmctld, slurmd,
# slurm-client and munge, and ports 26817 and up. Exit code 75: no cluster can be started here. SLURM_HERE_LOG names a
# folder for the logs.
set -euo pipefail

nodes=$1
shift
here=$(mktemp -d /tmp/slurm-here-XXXXXX)
export SLURM_HERE=$here SLURM_CONF=$here/slurm.conf
user=$(id -un)
pids=()
chmod 755 "$here"

stop() {
    for ((i = ${#pids[@]} - 1; i >= 0; --i)); do # munged last: the others speak through it
        kill -TERM "${pids[i]}" 2> /dev/null || true
        wait "${pids[i]}" 2> /dev/null || true
    done
    [ -z "${SLURM_HERE_LOG:-}" ] || cp "$here"/*.log "$SLURM_HERE_LOG" || true
    rm -rf "$here"
}
trap stop EXIT

mkdir "$here/state" "$here/spool"
(umask 077 && head -c 128 /dev/urandom > "$here/munge.key")
cat > "$SLURM_CONF" << END
ClusterName=here
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=26817
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$here/munge.socket
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool/%n
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobRequeue=1
ReturnToService=2
SlurmdTimeout=10
NodeName=node[1-$nodes] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[26821-$((26820 + nodes))] CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END

munged --foreground --key-file="$here/munge.key" --socket="$here/munge.socket" --pid-file="$here/munge.pid" \
    --log-file="$here/munged.log" --seed-file="$here/munge.seed" --num-threads=10 >> "$here/daemons.log" 2>&1 &
pids+=($!)
until [ -S "$here/munge.socket" ]; do sleep 0.1; done
slurmctld -D -f "$SLURM_CONF" -L "$here/slurmctld.log" >> "$here/daemons.log" 2>&1 &
pids+=($!)
for node in $(seq --format 'node%.0f' "$nodes"); do
    slurmd -D -f "$SLURM_CONF" -N "$node" -L "$here/$node.log" >> "$here/daemons.log" 2>&1 &
    pids+=($!)
done
for try in $(seq 300); do
    [ "$(sinfo --noheader --Node --states=idle --format=%N 2> /dev/null | wc -l)" -eq "$nodes" ] && break
    [ "$try" -lt 300 ] || { echo "slurm_here.sh: no cluster comes up here: $(tail -n 1 "$here/daemons.log")" >&2; exit 75; }
    sleep 0.2
done
status=0
"$@" || status=$?
exit "$status"
