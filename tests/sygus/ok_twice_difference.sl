; guards: the difference of one value and itself, as the last operation
; status: 0
; expect: ; f: 2 operations (3 in the text, which repeats shared values), proved shortest
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (A (_ BitVec 8)) (B (_ BitVec 8)))
  ((V (_ BitVec 8) ((bvsub A A)))
   (A (_ BitVec 8) ((bvnot B)))
   (B (_ BitVec 8) (x))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) #x00))
(check-synth)
