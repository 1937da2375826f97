; guards: a parenthesis that is never closed
; status: 2
; expect: err_unclosed.sl:11:1: error: this parenthesis is never closed; expected ')' before the end of the file
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth
