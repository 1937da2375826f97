; guards: a nonterminal without productions
; status: 2
; expect: err_no_production.sl:7:20: error: 'V' has no production
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) ())))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
