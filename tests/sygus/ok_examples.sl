; guards: a function given by examples
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; agrees with all 5 examples
; expect: (define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvshl #x01 x))
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x #x01
    (bvshl V V) (bvadd V V) (bvand V V)))))
(constraint (= (f #x00) #x01))
(constraint (= (f #x01) #x02))
(constraint (= (f #x02) #x04))
(constraint (= (f #x03) #x08))
(constraint (= (f #x07) #x80))
(constraint (= #x01 (f #x00)))
(check-synth)
