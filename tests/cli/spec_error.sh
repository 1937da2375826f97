# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A malformed specification is refused with file, line, column, source line and caret, and nothing is written.
. "$(dirname "$0")/lib.sh"
cp -r "$LANESMITH_SOURCE/spec" spec
printf '(op broken ((a (vec n w))) (vec n w)\n  (each i (bvnand (field a i) )))\n' >spec/ops/zz_broken.spec
run 2 "$LANESMITH" verify --spec spec --db new.db
run 2 "$LANESMITH" db load --spec spec --db new.db x.low
says err "zz_broken.spec:2:"
says err "^"
[ -e new.db ] && fail "a database was made"
# The specification of the working directory is the default.
unset LANESMITH_SPEC
run 2 "$LANESMITH" show --ops
says err "zz_broken.spec:2:"
rm spec/ops/zz_broken.spec
run 0 "$LANESMITH" show --ops
says out "add "
