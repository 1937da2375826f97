; guards: a relation that leaves the result open
; status: 2
; expect: err_not_determined.sl:10:13: error: what 'f' gives for x = #x01 follows from no equation in the constraints, which is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (bvuge (f x) x))
(check-synth)
