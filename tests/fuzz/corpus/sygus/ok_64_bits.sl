(set-logic BV)
(synth-fun f ((x (_ BitVec 64))) (_ BitVec 64)
  ((V (_ BitVec 64)))
  ((V (_ BitVec 64) (x
    (bvnot V) (bvneg V)))))
(declare-var x (_ BitVec 64))
(constraint (= (f x) (bvadd x #xffffffffffffffff)))
(check-synth)
