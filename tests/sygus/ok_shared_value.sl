; guards: a value that is used twice counts once and is printed twice
; status: 0
; expect: ; f: 3 operations (4 in the text, which repeats shared values), proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 16))) (_ BitVec 16)
  ((V (_ BitVec 16)))
  ((V (_ BitVec 16) (x #x000f
    (bvxor V V) (bvsub V V) (bvashr V V)))))
(declare-var x (_ BitVec 16))
(constraint (= (f x) (ite (bvslt x #x0000) (bvneg x) x)))
(check-synth)
