; guards: all ones or zeros by a condition that is no comparison of the operands: of one value twice it is no constant
; status: 0
; expect: ; f: 2 operations (3 in the text, which repeats shared values), proved shortest
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x #x01 (bvadd V V) (ite (= (bvand V V) #x00) #xff #x00)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (ite (= x #xff) #xff #x00)))
(check-synth)
