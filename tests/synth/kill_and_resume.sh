#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `lanesmith synth` killed at any moment keeps its finished cells, the next run goes on from there, and what comes
# out is what an undisturbed run finds, byte for byte.
# usage: kill_and_resume.sh LANESMITH SPEC
set -eu
lanesmith=$1
LANESMITH_SPEC=$2
export LANESMITH_SPEC
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

targets=x86-64,x86-64-v3,x86-64-v4
cells="--effort quick --width 1 --op add,eq,ult --class x128,r64 --target $targets -j 1"
synth() {
    # shellcheck disable=SC2086 # words
    "$lanesmith" synth --db "$1" $cells
}

done_cells() { # how many cells the database holds as searched
    sqlite3 "$dir/killed.db" 'select count(*) from searched' 2>/dev/null || echo 0
}

synth "$dir/whole.db" >/dev/null

"$lanesmith" synth --db "$dir/killed.db" $cells >/dev/null 2>&1 & # not the function: its subshell would be killed
pid=$!
while [ "$(done_cells)" -lt 3 ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
kept=$(done_cells)
[ "$kept" -ge 3 ] || { echo "only $kept cells were kept"; exit 1; }

synth "$dir/killed.db" >"$dir/second"
grep -q "$((18 - kept)) cells searched, $kept searched before" "$dir/second" ||
    { echo "kept $kept, then:"; cat "$dir/second"; exit 1; }

for db in whole killed; do
    for target in $(echo $targets | tr , ' '); do
        "$lanesmith" db dump --db "$dir/$db.db" --target $target
    done >"$dir/$db.low"
done
cmp "$dir/whole.low" "$dir/killed.low"
synth "$dir/killed.db" | grep -q "^0 cells searched, 18 searched before"

# What was searched with more effort need not be searched with less.
again() { # EFFORT: of three cells
    "$lanesmith" synth --db "$dir/whole.db" --effort "$1" --width 1 --op xor --class x128 \
        --target $targets -j 1
}
again normal | grep -q "^3 cells searched"
again quick | grep -q "^0 cells searched, 3 searched before"
echo "kept $kept of 18 cells"
