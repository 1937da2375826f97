; guards: a value that an operation leaves as it is, but in another nonterminal
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8) (bvand x x))
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((S (_ BitVec 8)) (N (_ BitVec 8)))
  ((S (_ BitVec 8) ((bvand N N)))
   (N (_ BitVec 8) (x y))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) x))
(check-synth)
