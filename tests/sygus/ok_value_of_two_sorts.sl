; guards: one value in two nonterminals: what one gives does not hide it from the other
; status: 0
; expect: ; f: 3 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((S (_ BitVec 8)) (A (_ BitVec 8)) (C (_ BitVec 8)))
  ((S (_ BitVec 8) ((bvadd A C)))
   (A (_ BitVec 8) ((bvnot x)))
   (C (_ BitVec 8) ((bvxor x #xff)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvadd (bvnot x) (bvnot x))))
(check-synth)
