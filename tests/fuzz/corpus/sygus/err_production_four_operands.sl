(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvadd V V V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
