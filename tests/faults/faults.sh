#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: when an allocation, a write or a sync fails, a command ends with a message and status 2 or 3, leaves the old files as
# they were, and nothing beside them. The k-th fails, for every k until a run is clean; of allocations, which are thousands, some
# 20 in each case.
#
# What is allowed, beside: status 0 with the result of a clean run, where what failed was not needed (SQLite empties its log when
# it closes the file); status 1 of verify, where it was a worker: then the lowering is unknown. A sync of a directory that
# fails after a file was replaced leaves the new file. Only allocations of our own code fail: in Z3, LLVM and SQLite they may end
# the process in ways that are not ours.
#
# usage: faults.sh LANESMITH LANESMITH_OPT SPEC LIBRARY CASE
set -u
lanesmith=$1 opt=$2 spec=$3 library=$4 case=$5
dir=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-faults-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
. "${0%/*}/../kills/small_spec.sh"
small_spec "$spec" "$dir/spec"
mkdir "$dir/tmp"
export LANESMITH_SPEC=$dir/spec TMPDIR=$dir/tmp
cd "$dir" || exit 99

text() { # ENGINE
    cat <<TEXT
version 1
target x86-64

cell and 2 x128
  engine $1
  cost insns=1 uops=1 rthroughput=0.33 latency=1 consts=0 bytes=4 moves=0 const_loads=0
  program
    r = pand a b
end
TEXT
}

# What there is before; and what of it and of the command's result is compared.
prepare() {
    rm -rf before
    mkdir before
    text hand >before/text.low
    "$lanesmith" db load --db before/x.db before/text.low 2>/dev/null || exit 99
    case $case in
    load) text other >before/text.low ;;
    dump) mkdir -p before/out/winners && echo old >before/out/winners/and.low ;;
    emit) "$lanesmith" verify --db before/x.db --hardware off >/dev/null && mkdir -p before/out/lowerings && echo old >before/out/lowerings/table.c ;;
    opt) printf 'define void @f() {\n  ret void\n}\n' >before/in.ll && echo old >before/out.ll ;;
    esac
}

command() {
    case $case in
    load) exec "$lanesmith" db load --db x.db text.low ;;
    dump) exec "$lanesmith" db dump --db x.db --out out ;;
    verify) exec "$lanesmith" verify --db x.db --hardware off --again -j 1 ;;
    emit) exec "$lanesmith" emit --db x.db --out out ;;
    opt) exec "$opt" -S -o out.ll in.ll ;;
    esac
}

# Every file as one line, the database by its content.
state() { # DIRECTORY
    (cd "$1" && find . -type f ! -name 'x.db*' ! -name text.low | sort | xargs -r cksum)
    # Before a database is made there is none, or an empty one.
    [ ! -s "$1/x.db" ] || sqlite3 -bail "$1/x.db" 'pragma integrity_check;
        select t.text, l.engine from lowerings l join programs t on t.id = l.program order by 1, 2;
        select operation, width, class, target, proof from winners' ||
        { echo "faults.sh: what the database holds cannot be read" >&2; exit 99; }
}

fail() {
    echo "FAILED: $case, $kind $k, status $status: $*" >&2
    sed 's/^/    /' err >&2
    exit 1
}

fresh() {
    rm -rf work
    cp -r before work
}

# One file at a time is replaced: each is the old one or the new one.
each_is_old_or_new() {
    while read -r line; do
        grep -qxF -e "$line" old new || fail "neither old nor new: $line"
    done <now
}

run_with() { # KIND K: returns 1 when nothing failed
    kind=$1 k=$2
    fresh
    rm -f struck
    (cd work && LD_PRELOAD=$library LANESMITH_FAULT=$kind:$k LANESMITH_STRUCK=$dir/struck command) >out 2>err </dev/null
    status=$?;
    [ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"
    [ -z "$(find work -name '.lanesmith-*' -o -name '*.new*')" ] || fail "left: $(find work -name '.lanesmith-*' -o -name '*.new*')"
    state work >now
    each_is_old_or_new
    [ -f struck ] || { [ $status -eq 0 ] && cmp -s now new || fail "nothing failed, and yet"; return 1; }
    case $status in
    0) cmp -s now new || fail "done, with another result" ;;
    1) [ "$case" = verify ] && grep -q unknown out || fail "not allowed" ;;
    2 | 3) [ -s err ] || fail "no message" ;;
    *) fail "not allowed" ;;
    esac
    return 0
}

prepare
state before >old
fresh
(cd work && command) >/dev/null 2>err || { kind=no k=0 status=$?; fail "a run that nobody disturbs"; }
state work >new
runs=0
for kind in write fsync; do
    for ((k = 1; ; k++)); do
        run_with $kind $k || break
        runs=$((runs + 1))
    done
done
last=1
while run_with malloc $last; do last=$((2 * last)); runs=$((runs + 1)); done # the powers of two ...
for ((i = 1; i < 8; i++)); do # ... and some between
    run_with malloc $((last * i / 16 + i)) && runs=$((runs + 1))
done
[ $runs -gt 3 ] || { echo "FAILED: $case: only $runs faults struck" >&2; exit 1; }
echo "$case: $runs faults"
