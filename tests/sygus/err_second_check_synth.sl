; guards: several questions
; status: 2
; expect: err_second_check_synth.sl:12:1: error: a second check-synth is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
(check-synth)
