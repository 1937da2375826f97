(set-logic BV)
(synth-fun f ((a (_ BitVec 8)) (b (_ BitVec 8)) (c (_ BitVec 8)) (d (_ BitVec 8)) (e (_ BitVec 8)) (f (_ BitVec 8)) (g (_ BitVec 8)) (h (_ BitVec 8)) (x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x x x x x x x x x) x))
(check-synth)
