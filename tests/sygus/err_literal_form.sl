; guards: a literal without a number
; status: 2
; expect: err_literal_form.sl:10:22: error: expected a literal (_ bvVALUE WIDTH)
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (_ bv 8)))
(check-synth)
