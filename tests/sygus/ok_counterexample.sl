; guards: random tests miss the one input that matters; the solver finds it
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)) (C Bool))
  ((V (_ BitVec 32) (x #x00000000 #x12345678 (ite C V V)))
   (C Bool ((= V V)))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (ite (= x #x12345678) #x00000000 x)))
(check-synth)
