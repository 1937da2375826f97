; guards: 5 bits in a register of 8: nothing of the upper bits is seen
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 5))) (_ BitVec 5)
  ((V (_ BitVec 5)))
  ((V (_ BitVec 5) (x (_ bv1 5)
    (bvnot V) (bvadd V V)))))
(declare-var x (_ BitVec 5))
(constraint (= (f x) (bvneg x)))
(check-synth)
