# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: what a developer runs every day does nothing twice. The limits leave a quiet machine eight
# times what it needs. Done anew, loading winners that are there took 8 minutes, synth with nothing
# to do 2 minutes.
. "$(dirname "$0")/lib.sh"
db=$work/lanesmith.db
export LANESMITH_SPEC="$work/spec"

# within SECONDS COMMAND...: its output is in $work/out.
within() {
    limit=$1
    shift
    status=0
    timeout "$limit" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ $status != 124 ] || fail "not done within $limit s: $*"
    [ $status = 0 ] || { cat "$work/err" >&2; fail "status $status: $*"; }
}
marks() {
    sqlite3 "$db" 'select count(*), total(cell), total(effort), total(run) from searched;
        select count(*), total(id), total(run) from bounds;
        select count(*), total(id), total(run) from lowerings'
}

before=$(marks)
within 60 "$lanesmith" db load --db "$db" "$source"/db/winners/*.low
[ "$(marks)" = "$before" ] || fail "loaded again, the winners are others"

# What was derived once is not derived again; nothing is searched, asked of other cells or stored.
within 60 "$lanesmith" synth --db "$db"
before=$(marks)
within 30 "$lanesmith" synth --db "$db"
grep -q '^0 cells searched, .*; 0 lowerings proved' "$work/out" || fail "synth: $(cat "$work/out")"
[ "$(marks)" = "$before" ] || fail "synth with nothing to do has stored something"

within 5 "$lanesmith" show add 2 x128 x86-64 --db "$db"
grep -q '^program' "$work/out" || fail "show has no program"
