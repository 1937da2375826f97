; guards: vectors wider than a register
; status: 2
; expect: err_width_65.sl:5:26: error: a bit-vector of 65 bits; 1 to 64 are supported
(set-logic BV)
(declare-var i (_ BitVec 65))
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
