#!/bin/bash
# Workers of one run in a store: each task of the array takes trials until none is left. Written by `agon deploy slurm`.
#SBATCH --job-name={{name}}
#SBATCH --array=0-{{last}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{slots}}
#SBATCH --mem={{memory}}
#SBATCH --time={{time}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=agon-%A-%a.log
# Before its time is up, and when it is preempted, a worker lets its trials end and takes no more.
#SBATCH --signal=B:TERM@{{grace}}
set -euo pipefail
# The store's keys and the models' come from the environment of sbatch (--export=ALL, the default).

{{command}} worker '{{store}}' --parallel {{slots}} --name "slurm-${SLURM_ARRAY_JOB_ID:-0}-${SLURM_ARRAY_TASK_ID:-0}" &
worker=$!
trap 'kill -TERM "$worker"' TERM
code=0
wait "$worker" || code=$?
# The signal ends the waiting, not the worker.
while kill -0 "$worker" 2>/dev/null; do
  code=0
  wait "$worker" || code=$?
done
# Told to stop before the run had ended: again, for what is left.
if [ "$code" -eq 130 ] && [ -n "${SLURM_JOB_ID:-}" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt {{restarts}} ]; then
  scontrol requeue "$SLURM_JOB_ID" || true
fi
exit "$code"
