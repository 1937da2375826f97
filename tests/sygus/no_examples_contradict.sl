; guards: examples that contradict each other
; status: 1
; expect: ; f: no solution exists: for x = #x01 line 10 asks for #x02 and line 12 for #x03
; expect: infeasible
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(constraint (= (f #x01) #x02))
(constraint (= (f #x02) #x02))
(constraint (= (f #x01) #x03))
(check-synth)
