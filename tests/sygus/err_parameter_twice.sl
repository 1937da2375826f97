; guards: one name for two parameters
; status: 2
; expect: err_parameter_twice.sl:5:32: error: the parameter 'x' is there twice
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
