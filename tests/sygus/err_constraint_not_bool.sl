; guards: a constraint that is a bit-vector
; status: 2
; expect: err_constraint_not_bool.sl:10:13: error: this has 8 bits; a Bool expected
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (f x))
(check-synth)
