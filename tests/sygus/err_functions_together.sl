; guards: a constraint about two functions
; status: 2
; expect: err_functions_together.sl:14:13: error: a constraint about 'f' and 'g' together is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(synth-fun g ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(constraint (= (f x) (g x)))
(check-synth)
