; guards: any constant of sort Bool, and one of bit-vectors
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (p Bool)) (_ BitVec 8)
  ((V (_ BitVec 8)) (B Bool) (C Bool))
  ((V (_ BitVec 8) ((Constant (_ BitVec 8)) (ite B x V)))
   (B Bool (p (xor B C)))
   (C Bool ((Constant Bool)))))
(declare-var x (_ BitVec 8))
(declare-var p Bool)
(constraint (= (f x p) (ite p #x80 x)))
(check-synth)
