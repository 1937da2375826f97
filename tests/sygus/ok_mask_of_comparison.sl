; guards: a result that is a mask tells programs apart by one bit a test. The search left level 5 after 1000 rounds without a
; guards: word, and answered "at least 5 proved necessary"; now it takes more tests and goes on until the bound meets the solution
; status: 0
; expect: ; f: 6 operations (7 in the text, which repeats shared values), proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 32)) (y (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x y (bvand V V) (bvor V V) (bvxor V V) (bvsub V V) (bvnot V) (bvashr V #x0000001f)))))
(declare-var x (_ BitVec 32))
(declare-var y (_ BitVec 32))
(constraint (= (f x y) (ite (bvult x y) #xffffffff #x00000000)))
(check-synth)
