; guards: two functions whose constraints are independent
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
; expect: ; g: 3 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V) (bvneg V)))))
(synth-fun g ((x (_ BitVec 16)) (y (_ BitVec 16))) (_ BitVec 16)
  ((V (_ BitVec 16)))
  ((V (_ BitVec 16) (x y
    (bvand V V) (bvxor V V)))))
(declare-var x (_ BitVec 8))
(declare-var a (_ BitVec 16))
(declare-var b (_ BitVec 16))
(constraint (= (f x) (bvadd x #x01)))
(constraint (= (g a b) (bvor a b)))
(check-synth)
