(set-logic BV)
(synth-fun f ((x (_ BitVec 1)) (y (_ BitVec 1))) (_ BitVec 1)
  ((V (_ BitVec 1)))
  ((V (_ BitVec 1) (x y
    (bvnot V) (bvor V V)))))
(declare-var x (_ BitVec 1))
(declare-var y (_ BitVec 1))
(constraint (= (f x y) (bvand x y)))
(check-synth)
