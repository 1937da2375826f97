; guards: a variable that is not declared
; status: 2
; expect: err_unknown_name.sl:10:22: error: unknown name 'y'
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) y))
(check-synth)
