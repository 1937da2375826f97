# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# case.sh FILE - one comparison by `lanesmith tv`. FILE holds the first module, a line "; ---- after ----", the second one. Its
# first line says what is guarded; "; TV: ANSWER" is what must come out for function f; "; SAYS: TEXT" must be in the output;
# "; OPTIONS: ..." are given to the command.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
file=$1
of() { sed -n "s/^; $1: //p" "$file"; }
sed '/^; ---- after ----$/,$d' "$file" >before.ll
sed '1,/^; ---- after ----$/d' "$file" >after.ll
answer=$(of TV)
status=1
[ "$answer" = proved ] && status=0
# shellcheck disable=SC2046
run $status "$LANESMITH" tv before.ll after.ll --timeout 300 $(of OPTIONS)
grep -q "^$answer *f\b" out || fail "expected f to be $answer"
of SAYS | while read -r text; do says out "$text" || exit 1; done || exit 1
