; guards: any constant inside a production
; status: 2
; expect: err_any_constant_inside.sl:8:14: error: (Constant ...) inside a production is not supported; expected a nonterminal that takes it
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvadd V (Constant (_ BitVec 8)))))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
