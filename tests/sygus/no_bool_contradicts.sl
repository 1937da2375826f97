; guards: a Bool that must be both
; status: 1
; expect: ; f: no solution exists: for x = #x0f no result meets the constraints
; expect: infeasible
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) Bool
  ((P Bool) (V (_ BitVec 8)))
  ((P Bool ((bvult V V))) (V (_ BitVec 8) (x))))
(declare-var x (_ BitVec 8))
(constraint (=> (bvult x #x10) (f x)))
(constraint (=> (= x #x0f) (not (f x))))
(check-synth)
