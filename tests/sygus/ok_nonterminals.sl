; guards: what a nonterminal lacks is not used, though it would be shorter
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((S (_ BitVec 8)) (N (_ BitVec 8)) (L (_ BitVec 8)))
  ((S (_ BitVec 8) ((bvand N N)))
   (N (_ BitVec 8) ((bvnot L) L))
   (L (_ BitVec 8) (x y (bvnot N)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (bvand x (bvnot y))))
(check-synth)
