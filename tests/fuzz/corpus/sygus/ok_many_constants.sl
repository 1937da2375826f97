(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x y #x01 #x02 #x03 #x04 #x05 #x06 #x09
    (bvadd V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (bvadd x (bvadd y #x09))))
(check-synth)
