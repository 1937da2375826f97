; guards: a function of the file as an operator of the grammar, cost 1
; status: 0
; expect: ; f: 4 operations (5 in the text, which repeats shared values), proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(define-fun nand ((a (_ BitVec 8)) (b (_ BitVec 8))) (_ BitVec 8) (bvnot (bvand a b)))
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x y
    (nand V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (bvxor x y)))
(check-synth)
