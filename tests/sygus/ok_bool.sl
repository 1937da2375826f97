; guards: a Bool result, connectives on Bools
; status: 0
; expect: ; f: 4 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((a Bool) (b Bool)) Bool
  ((P Bool))
  ((P Bool (a b (and P P) (or P P) (not P)))))
(declare-var a Bool)
(declare-var b Bool)
(constraint (= (f a b) (xor a b)))
(check-synth)
