; guards: a variable that is no argument
; status: 2
; expect: err_other_variable.sl:11:13: error: the variable 'y', which is no argument of 'f' here, is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x) y))
(check-synth)
