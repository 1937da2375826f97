; guards: a function of the file that applies what is to be found
; status: 2
; expect: err_applied_in_define.sl:9:47: error: 'f' is to be found; it can be applied in constraints only
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(define-fun g ((x (_ BitVec 8))) (_ BitVec 8) (f x))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
