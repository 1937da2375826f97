; guards: an integer where a literal is meant
; status: 2
; expect: err_integer_term.sl:10:22: error: an integer is no bit-vector; write (_ bv5 WIDTH)
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) 5))
(check-synth)
