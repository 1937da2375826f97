; guards: a production with an unknown name
; status: 2
; expect: err_production_unknown.sl:8:12: error: unknown name 'U'
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot U)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
