; guards: any constant
; status: 2
; expect: err_any_constant.sl:7:23: error: any constant at all is not supported; expected the constants that may be used
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x (Constant (_ BitVec 8))
    ))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
