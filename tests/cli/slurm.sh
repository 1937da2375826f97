# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: scripts/slurm-synth and scripts/slurm-merge, without Slurm: three tasks in turn and a
# merge give the winners of one run. A task that a signal ends keeps what it has, and goes on later.
. "$(dirname "$0")/lib.sh"
. "$LANESMITH_SOURCE/tests/kills/small_spec.sh"
small_spec "$LANESMITH_SOURCE/spec" spec
mkdir scratch
export LANESMITH LANESMITH_SPEC=$here/spec LANESMITH_OUT=$here/shared
export SLURM_TMPDIR=$here/scratch SLURM_CPUS_PER_TASK=2
cells="--effort quick --width 1,2 --class x128 --target x86-64,x86-64-v4"
scripts=$LANESMITH_SOURCE/scripts

task() { # STATUS K COUNT OPTION...
  local status=$1 k=$2 count=$3
  shift 3
  run "$status" env SLURM_ARRAY_TASK_ID="$k" SLURM_ARRAY_TASK_COUNT="$count" \
    "$scripts/slurm-synth" "$@"
  [ -z "$(ls scratch)" ] || fail "something is left on the scratch disk"
}
run 2 "$scripts/slurm-synth"
run 2 "$scripts/slurm-merge"
says err "no search was begun in $here/shared"
# shellcheck disable=SC2086
task 0 2 3 $cells
says err "shard 2 of 3: "
# Submitted again: nothing is done; alone: the same shards; others are refused.
# shellcheck disable=SC2086
task 0 2 1 $cells
says out "shard 2 of 3 is finished"
task 2 1 3 --effort long
says err "was begun with the options \`$cells\`"
# shellcheck disable=SC2086
task 2 4 4 $cells
says err "there is no number 4"
# shellcheck disable=SC2086
task 0 1 3 $cells
run 2 "$scripts/slurm-merge"
says err "sbatch --array=3 scripts/slurm-synth $cells"

# The last is ended by a signal, as soon as it has a database.
# shellcheck disable=SC2086
SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=3 "$scripts/slurm-synth" $cells >out1 2>err1 &
job=$!
until [ -e "$(echo scratch/*/shard.db)" ]; do
  kill -0 $job || fail "the task has ended: $(cat err1)"
  sleep 0.05
done
kill -TERM $job
wait $job
status=$?
if [ $status != 0 ]; then # else it was too fast for the signal
  [ $status = 143 ] || fail "status $status after a signal: $(cat err1)"
  [ -e shared/shard-3.db ] || fail "the database was not copied"
  [ ! -e shared/shard-3.done ] || fail "an ended task counts as finished"
  run 2 "$scripts/slurm-merge"
  # shellcheck disable=SC2086
  task 0 3 3 $cells
fi

# What it had searched of a job when it ended may be said to be of another engine (cli/share.c).
programs() {
  sqlite3 "$1" 'select operation, width, class, target, instructions, status, bound, proof, program
    from winners'
}
# shellcheck disable=SC2086
run 0 "$LANESMITH" synth --db one.db $cells
run 0 "$scripts/slurm-merge" --hardware off
programs one.db >one.txt
programs shared/all.db >all.txt
diff one.txt all.txt >&2 || fail "the merged shards are not one run"
[ "$(wc -l <one.txt)" = 36 ] || fail "not 36 winners"
[ -z "$(ls scratch)" ] || fail "something is left on the scratch disk"
run 0 "$LANESMITH" db dump --db shared/all.db --out again
diff -r again shared/winners >&2 || fail "the winners' text is not that of the database"
