; guards: a constraint about no function, which does not hold
; status: 1
; expect: ; f: no solution exists: the constraint of line 12 names no function to be found, and does not hold
; expect: infeasible
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(constraint (bvult x #xff))
(check-synth)
