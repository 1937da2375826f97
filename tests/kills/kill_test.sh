#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kill_test.sh - kills `lanesmith synth` again and again, by SIGKILL, SIGTERM and SIGINT in turn, each time after at least one more
# cell is finished, and goes on from there. Checks after every kill: what was finished is there, the database is whole, the
# journal and the status say what happened. When all cells are done: the winners are those of a run that nobody disturbed.
#
# usage: kill_test.sh LANESMITH SPEC KILLS CHAINS
#   KILLS in all, in CHAINS at a time: each has a database of its own, and begins anew when it is done.
# The spec is a small part of SPEC, which is read fast: logic on vector registers.
set -u
lanesmith=$1 spec=$2 kills=$3 chains=$4
dir=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-kills-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
set -m # a job of its own for each run: SIGINT is not ignored

. "${0%/*}/small_spec.sh"
small_spec "$spec" "$dir/spec"
mkdir "$dir/tmp"
export TMPDIR=$dir/tmp

synth() { # DATABASE, in place of this process
    exec "$lanesmith" synth --spec "$dir/spec" --db "$1" --effort quick --width 1,2,4,8,16,32 \
        --op and,or,xor,andn --class x128 --target x86-64 -j 1
}

ask() { # DATABASE SQL
    sqlite3 -cmd '.timeout 20000' "$1" "$2" 2>"$1.said" && return
    # A database that is not there yet, or not ready, has nothing; any other error is this test's.
    grep -q -e 'no such table' -e 'unable to open' -e 'is locked' "$1.said" && return
    cat "$1.said" >&2
    touch "$dir/wrong"
}

finished() { # DATABASE: the finished cells, sorted
    [ ! -s "$1" ] || ask "$1" 'select cell, effort from searched order by cell, effort'
}

dump() {
    "$lanesmith" db dump --spec "$dir/spec" --db "$1" --target x86-64
}

fail() {
    echo "FAILED: $*" >&2
    return 1
}

# One kill. DATABASE SIGNAL; returns 0 after a kill, 2 when the run came to its end first, 1 after a failure.
kill_once() {
    local db=$1 signal=$2 before after seen status want
    before=$(finished "$db" | wc -l)
    (synth "$db") >"$db.out" 2>"$db.err" </dev/null &
    local pid=$!
    while seen=$(finished "$db"); [ "$(printf %s "$seen" | grep -c .)" -le "$before" ]; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    kill -$signal $pid 2>/dev/null
    wait $pid 2>/dev/null
    status=$?
    [ $status -ne 0 ] || return 2
    case $signal in KILL) want=137 ;; TERM) want=143 ;; INT) want=130 ;; esac
    [ $status -eq $want ] || { fail "status $status, expected $want"; cat "$db.err"; return 1; }
    after=$(finished "$db")
    [ "$(ask "$db" 'pragma integrity_check')" = ok ] || { fail "the database is damaged"; return 1; }
    [ -z "$(ask "$db" 'pragma foreign_key_check')" ] || { fail "rows without what they refer to"; return 1; }
    [ -z "$(comm -23 <(echo "$seen" | sort) <(echo "$after" | sort))" ] || { fail "finished cells are lost"; return 1; }
    [ "$(ask "$db" 'select count(*) from searched where cell not in (select cell from lowerings)')" = 0 ] ||
        { fail "a finished cell without its lowerings"; return 1; }
    [ $signal = KILL ] || grep -q '^interrupted: ' "$db.out" || { fail "no summary"; return 1; }
    [ $signal = KILL ] || [ "$(ask "$db" 'select state from journal limit 1')" = interrupted ] ||
        { fail "the journal does not say it"; return 1; }
}

# KILLS NUMBER
chain() {
    local done=0 db=$dir/$2.db rc signals=(KILL TERM INT)
    while [ $done -lt "$1" ]; do
        kill_once "$db" "${signals[$(((done + $2) % 3))]}"
        rc=$?
        [ $rc -ne 1 ] || return 1
        [ $rc -ne 0 ] || done=$((done + 1))
        [ $rc -eq 2 ] || continue
        dump "$db" | cmp - "$dir/whole.low" || { fail "other winners than those of an undisturbed run"; return 1; }
        rm -f "$db"*
        echo x >>"$dir/ended"
    done
    (synth "$db") >"$db.out" 2>&1 || { fail "the last run"; cat "$db.out"; return 1; }
    dump "$db" | cmp - "$dir/whole.low" || { fail "other winners than those of an undisturbed run"; return 1; }
}

(synth "$dir/whole.db") >/dev/null || exit 1
dump "$dir/whole.db" >"$dir/whole.low" || exit 1
pids=()
for ((i = 0; i < chains; i++)); do
    chain $((kills / chains + (i < kills % chains))) $i &
    pids+=($!)
done
failed=0
for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
[ -z "$(ls -A "$dir/tmp")" ] || { echo "FAILED: left in TMPDIR: $(ls -A "$dir/tmp")" >&2; failed=1; }
[ $failed -eq 0 ] && echo "$kills kills, $chains chains, $(cat "$dir/ended" 2>/dev/null | wc -l) of them begun anew: nothing finished was lost"
[ ! -e "$dir/wrong" ] || { echo "FAILED: a question to the database" >&2; failed=1; }
exit $failed
