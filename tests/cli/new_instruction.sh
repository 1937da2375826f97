# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: what an instruction that is new takes is its text and one command for its price, and after
# a minute its lowerings are proved and emitted. One without a price is named before anything is
# searched. An intrinsic that the reader of IR does not know ends no run; a text says what it means,
# and a wrong text proves nothing.
. "$(dirname "$0")/lib.sh"
cp -r "$LANESMITH_SPEC" spec
cat >spec/ops/new.spec <<'TEXT'
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

# hadds STATUS [OPTION...]: the saturating sum of neighbours, on a target with SSSE3.
hadds() {
  local status=$1
  shift
  run "$status" "$LANESMITH" synth --spec spec --db hadds.db --op hadds --width 16 --class x128 \
    --target x86-64-v2 --effort quick --again "$@"
}

# describe LINE...: the instruction that does it, with these clauses for LLVM.
describe() {
  {
    echo '(instr (name "phaddsw") ((a x128) (b x128)) x128'
    echo '  (requires "ssse3") (kind sum) (lanes 16) (c "_mm_hadds_epi16($a, $b)")'
    printf '  %s\n' "$@"
    cat <<'TEXT'
  (each i 16
    (let ((x (if (< i 4) (field a (* 2 i)) (field b (- (* 2 i) 8))))
          (y (if (< i 4) (field a (+ (* 2 i) 1)) (field b (+ (- (* 2 i) 8) 1)))))
      (let ((s (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y))))
        (ite (= ((_ extract 16 16) s) ((_ extract 15 15) s)) ((_ extract 15 0) s)
          (ite (= ((_ extract 16 16) s) #b1) #x8000 #x7fff))))))
TEXT
  } >spec/targets/x86/isa/new.spec
}
price() { run 0 "$LANESMITH" cost --spec spec --target x86-64-v2; }
type="<8 x i16>"
by_intrinsic() {
  describe "(declare \"declare $type @llvm.x86.ssse3.phadd.sw.128($type, $type)\")" \
    "(llvm \"call $type @llvm.x86.ssse3.phadd.sw.128($type \$a, $type \$b)\")"
}

# An intrinsic that nothing is known of, and no price.
by_intrinsic
hadds 2
says err "phaddsw"
says err "lanesmith cost"
price
hadds 1 --json
says err "    one instruction: 1 proposed, 1 not understood (its IR: an intrinsic that is not known here"
says out '"stage": "one instruction"'

# meaning SUM: what it computes, said a second time.
even="i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14"
odd="i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15"
meaning() {
  cat >spec/targets/x86/intrinsics.ll <<TEXT
; PHADDSW, Intel's manual, volume 2.
declare $type @llvm.sadd.sat.v8i16($type, $type)
define $type @x86.ssse3.phadd.sw.128($type %a, $type %b) {
  %x = shufflevector $type %a, $type %b, <8 x i32> <$even>
  %y = shufflevector $type %a, $type %b, <8 x i32> <$odd>
  %r = $1
  ret $type %r
}
TEXT
}
meaning "add $type %x, %y" # which does not saturate
hadds 1
says err "    one instruction: 1 proposed, 1 refuted"
meaning "frob $type %x, %y"
hadds 1
says err "intrinsics.ll, where its meaning is, is not valid IR"

# The whole of it, against the clock.
rm spec/targets/x86/intrinsics.ll spec/targets/x86/isa/new.spec hadds.db
begin=$SECONDS
by_intrinsic
meaning "call $type @llvm.sadd.sat.v8i16($type %x, $type %y)"
price
hadds 0
run 0 "$LANESMITH" show --spec spec --db hadds.db hadds 16 x128 x86-64-v2
says out "r = phaddsw a b"
run 0 "$LANESMITH" emit --spec spec --db hadds.db --out out.d
grep -rq "_mm_hadds_epi16(a, b)" out.d || fail "no function by phaddsw is emitted"
took=$((SECONDS - begin))
echo "from a text to a lowering: $took s"
[ "$took" -le 60 ] || fail "from a text to a lowering it took $took s, at most 60 expected"

# By plain IR nothing has to be known.
rm spec/targets/x86/intrinsics.ll
describe "(declare \"declare $type @llvm.sadd.sat.v8i16($type, $type)\")" \
  "(llvm \"\$1 = shufflevector $type \$a, $type \$b, <8 x i32> <$even>\")" \
  "(llvm \"\$2 = shufflevector $type \$a, $type \$b, <8 x i32> <$odd>\")" \
  "(llvm \"call $type @llvm.sadd.sat.v8i16($type \$1, $type \$2)\")"
price
hadds 0
run 0 "$LANESMITH" show --spec spec --db hadds.db hadds 16 x128 x86-64-v2
says out "r = phaddsw a b"
