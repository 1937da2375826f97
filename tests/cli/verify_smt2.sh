# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The obligations are plain SMT-LIB files.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" verify --winners right.low --smt2 obligations
f=obligations/lanesmith_add_2_x128_x86_64.smt2
[ -f "$f" ] || fail "no file $f"
says "$f" "(set-logic QF_BV)"
says "$f" "(check-sat)"
if command -v z3 >/dev/null; then
  run 0 z3 "$f"
  says out unsat
fi
