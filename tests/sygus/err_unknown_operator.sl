; guards: an operator that nobody has defined
; status: 2
; expect: err_unknown_operator.sl:10:23: error: unknown operator or function 'bvfoo'
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvfoo x)))
(check-synth)
