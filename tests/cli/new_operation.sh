# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: an operation that is new gets programs at any width, the same whatever the number of
# processes; where it gets none, the reasons are told, stage by stage.
. "$(dirname "$0")/lib.sh"
cp -r "$LANESMITH_SPEC" spec
cat >spec/ops/new.spec <<'TEXT'
(op gray ((a (vec n w))) (vec n w)
  (doc "Gray code.")
  (each i (bvxor (field a i) (bvlshr (field a i) (bv 1 w)))))
(op hadds ((a (vec n w)) (b (vec n w))) (vec n w)
  (doc "Sums of neighbours, saturated: those of a below, those of b above.")
  (where (and (== (% n 2) 0) (> w 1)))
  (each i
    (let ((x (if (< i (/ n 2)) (field a (* 2 i)) (field b (- (* 2 i) n))))
          (y (if (< i (/ n 2)) (field a (+ (* 2 i) 1)) (field b (+ (- (* 2 i) n) 1)))))
      (let ((s (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y))))
        (ite (= ((_ extract w w) s) ((_ extract (- w 1) (- w 1)) s)) ((_ extract (- w 1) 0) s)
          (ite (= ((_ extract w w) s) #b1) (bvshl (bv 1 w) (bv (- w 1) w))
            (bvnot (bvshl (bv 1 w) (bv (- w 1) w)))))))))
TEXT

# gray DB JOBS: Gray code at widths that fill registers, and that do not.
gray() {
  run 0 "$LANESMITH" synth --spec spec --db "$1" --op gray --width 4,13 --class x128,r64 \
    --target x86-64 --effort quick --jobs "$2"
  lacks err "no program"
  run 0 "$LANESMITH" db dump --spec spec --db "$1" --target x86-64
  cp out "$1.low"
}
gray one.db 1
gray two.db 2
cmp one.db.low two.db.low || fail "the number of processes has changed what was found"
lengths=$(sqlite3 one.db "select width, class, instructions from winners order by 1, 2" | tr '\n' ' ')
[ "$lengths" = "4|r64|3 4|x128|3 13|r64|3 13|x128|6 " ] || fail "Gray code: $lengths"

# hadds STATUS: the saturating sum of neighbours, on a target with SSSE3.
hadds() {
  local status=$1
  shift
  run "$status" "$LANESMITH" synth --spec spec --db hadds.db --op hadds --width 16 --class x128 \
    --target x86-64-v2 --effort quick --again "$@"
}
hadds 1
says out "1 cells without one"
says err "no program for hadds 16 x128 x86-64-v2"
says err "    search: nothing was proposed; 0 rules for it, no form in spec/forms.ir"
says err "    first programs: nothing was proposed; its definition makes no rule: its fields depend"
says err "    over all instructions: not searched: "
says err "    inheritance: no other target or register class has a program for it"
says err "    one instruction: no described instruction does it, whatever the constants are"
says err "    permutations: it does more than move bits"
