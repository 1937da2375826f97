#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: two `lanesmith synth` on one database share the work. Each cell is searched once, both come to their end, and the winners
# are those of one run. What a killed run was at is searched by the other.
# usage: two_runs.sh LANESMITH SPEC
set -u
lanesmith=$1 spec=$2
dir=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-two-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
. "${0%/*}/small_spec.sh"
small_spec "$spec" "$dir/spec"

fail() {
    echo "FAILED: $*" >&2
    cat "$dir"/*.out >&2
    exit 1
}

synth() { # DATABASE, in place of this process
    exec "$lanesmith" synth --spec "$dir/spec" --db "$dir/$1.db" --effort quick --width 1,2 --class x128 --target x86-64,x86-64-v4 -j 1 --json
}

count() { # KEY FILE
    sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$2"
}

check() { # DATABASE
    for target in x86-64 x86-64-v4; do
        for db in one "$1"; do
            "$lanesmith" db dump --spec "$dir/spec" --db "$dir/$db.db" --target $target >"$dir/all.low" || fail "dump"
            # A run may search for less than what the other is about to find: that leaves a mark more.
            awk '/^searched /{marks = 1} /^(winners|costs|bounds) /{marks = 0} !marks' "$dir/all.low" >"$dir/$db.low"
        done
        cmp "$dir/one.low" "$dir/$1.low" || fail "other winners than those of one run"
    done
    [ "$(sqlite3 "$dir/$1.db" 'select count(*) from searching')" = 0 ] || fail "cells are still taken"
}

(synth one) >"$dir/one.out" || fail "one run"
cells=$(count cells "$dir/one.out")
[ "$cells" -eq 36 ] || fail "$cells cells"

(synth two) >"$dir/a.out" &
a=$!
(synth two) >"$dir/b.out" || fail "the second of two runs"
wait $a || fail "the first of two runs"
of_a=$(count cells "$dir/a.out") of_b=$(count cells "$dir/b.out")
[ $((of_a + of_b)) -eq "$cells" ] || fail "$of_a and $of_b cells, not $cells"
[ "$of_a" -gt 0 ] && [ "$of_b" -gt 0 ] || fail "$of_a and $of_b cells: nothing was shared"
check two

# One is killed while it is at some cells.
(synth left) >"$dir/a.out" 2>&1 &
a=$!
(synth left) >"$dir/b.out" &
b=$!
until [ "$(sqlite3 "$dir/left.db" 'select count(distinct run) from searched' 2>/dev/null || echo 0)" -eq 2 ]; do
    kill -0 $a 2>/dev/null && kill -0 $b 2>/dev/null || fail "one ended before the other began"
    sleep 0.05
done
kill -KILL $a
wait $b || fail "the run that was left"
# The rest of a job is searched without its first cells: the programs are the same, who is said to have found them may differ.
programs() {
    sqlite3 "$dir/$1.db" 'select operation, width, class, target, instructions, status, bound, proof, program from winners'
}
[ "$(programs one)" = "$(programs left)" ] || fail "other programs than those of one run"
[ "$(sqlite3 "$dir/left.db" 'select count(*) from searching')" = 0 ] || fail "cells are still taken"
echo "$of_a and $of_b cells; then $(count cells "$dir/b.out") by the run that was left"
