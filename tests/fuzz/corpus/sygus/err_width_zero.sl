(set-logic BV)
(declare-var i (_ BitVec 0))
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
