; guards: a constant is the whole function
; status: 0
; expect: ; f: 0 operations, proved shortest
; expect: (define-fun f ((x (_ BitVec 7))) (_ BitVec 7) #b0101010)
(set-logic BV)
(synth-fun f ((x (_ BitVec 7))) (_ BitVec 7)
  ((V (_ BitVec 7)))
  ((V (_ BitVec 7) (x (Constant (_ BitVec 7))
    (bvadd V V)))))
(declare-var x (_ BitVec 7))
(constraint (= (f x) #b0101010))
(check-synth)
