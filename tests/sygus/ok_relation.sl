; guards: a relation that determines the result: no less than either, and one of them
; status: 0
; expect: ; max: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun max ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (P Bool))
  ((V (_ BitVec 8) (x y (ite P V V)))
   (P Bool ((bvule V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (bvuge (max x y) x))
(constraint (bvuge (max x y) y))
(constraint (or (= x (max x y)) (= y (max x y))))
(check-synth)
