(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x #x01 #x03
    (bvshl V V) (bvxor V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvxor x #x08)))
(check-synth)
