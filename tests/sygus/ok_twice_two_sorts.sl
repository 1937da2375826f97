; guards: one value in two operands of different sorts, both of which it has
; status: 0
; expect: ; f: 2 operations (3 in the text, which repeats shared values), proved shortest
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (A (_ BitVec 8)) (B (_ BitVec 8)))
  ((V (_ BitVec 8) ((bvxor A B)))
   (A (_ BitVec 8) ((bvnot x)))
   (B (_ BitVec 8) ((bvnot x)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) #x00))
(check-synth)
