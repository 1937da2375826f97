(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x #x00
    (bvneg V)))))
(declare-var x (_ BitVec 8))
(assume (bvsge x #x00))
(constraint (= (f x) (ite (bvslt x #x00) (bvneg x) x)))
(check-synth)
