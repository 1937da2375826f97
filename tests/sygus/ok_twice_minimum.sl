; guards: the maximum of one value and itself, as the last operation
; status: 0
; expect: ; f: 2 operations (3 in the text, which repeats shared values), proved shortest
(set-logic BV)
(define-fun max ((a (_ BitVec 8)) (b (_ BitVec 8))) (_ BitVec 8) (ite (bvult a b) b a))
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (A (_ BitVec 8)) (B (_ BitVec 8)))
  ((V (_ BitVec 8) ((max A A)))
   (A (_ BitVec 8) ((bvneg B)))
   (B (_ BitVec 8) (x))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvneg x)))
(check-synth)
