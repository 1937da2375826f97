(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvfoo x)))
(check-synth)
