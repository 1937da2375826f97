; guards: a production that mentions a parameter
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (y (bvand x V) (bvor V (bvnot x)) (bvadd y y)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (bvor (bvand x y) (bvnot x))))
(check-synth)
