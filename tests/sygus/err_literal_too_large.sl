; guards: a literal that its width cannot hold
; status: 2
; expect: err_literal_too_large.sl:10:22: error: 256 does not fit 8 bits
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (_ bv256 8)))
(check-synth)
