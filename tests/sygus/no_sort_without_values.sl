; guards: an operand of a nonterminal that gives nothing is not taken for any value
; status: 1
; options: --max-cost 3
; expect: ; f: none up to cost 3
; expect: fail
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (A (_ BitVec 8)))
  ((V (_ BitVec 8) (x (bvadd V A)))
   (A (_ BitVec 8) (A))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvadd x x)))
(check-synth)
