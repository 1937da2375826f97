# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a revision changed is checked again, whatever list of digests the change brings along. Samples
# are chosen by the seed. A second solver and other tactics agree; a disagreement is a failure.
. "$(dirname "$0")/lib.sh"
command -v git >/dev/null || { echo "git is missing"; exit 0; }
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
git init -q repo && cd repo || exit 99
cp -r "$LANESMITH_SOURCE/spec" spec
mkdir db
export LANESMITH_SPEC="$PWD/spec"
commit() { git add -A && git commit -qm "$1"; }
# sign DATABASE: texts and list, as a full verification leaves them.
sign() {
  run 0 "$LANESMITH" verify --db "$1" --attest --hardware off --bounds off
  run 0 "$LANESMITH" db dump --db "$1" --out db --target x86-64
}
echo '*.db*' >.gitignore
run 0 "$LANESMITH" synth --db a.db --op nor --width 1 --class x128 --target x86-64 --effort quick
sign a.db
commit honest
run 0 "$LANESMITH" verify --changed HEAD --hardware off --json
says out '"changed": 0, '

# A winner more: it is looked at, and nothing else is.
winners '0x55*' >db/winners/more.low
run 0 "$LANESMITH" verify --changed HEAD --hardware off --json
says out '"changed": 1, '
run 2 "$LANESMITH" verify --changed nowhere --hardware off
says err 'git knows no revision `nowhere`'
rm db/winners/more.low

# A program of three instructions and a bound of three, with a list that has their digests: optimal
# for who believes the list.
length=$(sqlite3 a.db "select max(length) from bounds")
[ "$length" = 2 ] || fail "the bound of nor is $length"
cp -r db forged
sed -i 's/^\(1 x128 x86-64  \)2 /\13 /' forged/bounds/nor.low
sed -i 's/  t0 = .*; r = [^<]*/  t0 = por a b; t1 = por t0 a; r = pxor t1 0xff*/' forged/winners/nor.low
sed -i 's/* *<-/* <-/' forged/winners/nor.low
run 0 "$LANESMITH" db load --db b.db forged
run 0 "$LANESMITH" verify --db b.db --hardware off --bounds off
sqlite3 b.db "update bounds set state = 'attested'; update searched set state = 'attested'"
"$(dirname "$LANESMITH")/reseal" b.db
sign b.db
rm -r forged
commit forged
run 0 "$LANESMITH" db load --db c.db db
run 0 "$LANESMITH" show --db c.db nor 1 x128 x86-64
says out optimal
run 1 "$LANESMITH" verify --changed HEAD^ --hardware off
says out 'wrong bound: nor 1 x128 x86-64: stored 3, computed 2'
git reset -q --hard HEAD^

# Samples: the seed is told, and decides.
winners '0x55*' >db/winners/more.low
run 0 "$LANESMITH" db load --db d.db db
run 0 "$LANESMITH" verify --db d.db --sample 1 --seed 3 --hardware off
says out "seed 3"
# Others are asked for both obligations of each program.
run 0 "$LANESMITH" verify --db d.db --hardware off
run 0 "$LANESMITH" verify --db d.db --independent
if command -v cvc5 >/dev/null; then
  run 0 "$LANESMITH" verify --db d.db --solver cvc5
  lacks out refuted:
fi
solver() { printf '#!/bin/sh\necho %s\n' "$1" >solver && chmod +x solver; }
solver sat
run 1 "$LANESMITH" verify --db d.db --solver ./solver
solver unknown
run 0 "$LANESMITH" verify --db d.db --solver ./solver
run 3 "$LANESMITH" verify --db d.db --solver ./none
