; guards: a production with more places than a member has
; status: 2
; expect: err_production_four_operands.sl:8:18: error: a production with more than 3 operands is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvadd V V V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
