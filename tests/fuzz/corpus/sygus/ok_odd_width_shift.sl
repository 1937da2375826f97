(set-logic BV)
(synth-fun f ((x (_ BitVec 5))) (_ BitVec 5)
  ((V (_ BitVec 5)))
  ((V (_ BitVec 5) (x #b00001
    (bvshl V V)))))
(declare-var x (_ BitVec 5))
(constraint (= (f x) (concat ((_ extract 2 0) x) #b00)))
(check-synth)
