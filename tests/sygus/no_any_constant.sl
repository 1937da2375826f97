; guards: no constants make these operations do it
; status: 1
; options: --max-cost 2
; expect: ; f: none up to cost 2
; expect: fail
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x (Constant (_ BitVec 8))
    (bvand V V) (bvor V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvneg x)))
(check-synth)
