; guards: xor of Bools
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((a Bool) (b Bool)) Bool
  ((P Bool))
  ((P Bool (a b true (xor P P)))))
(declare-var a Bool)
(declare-var b Bool)
(constraint (= (f a b) (= a b)))
(check-synth)
