; guards: one name for two things
; status: 2
; expect: err_name_twice.sl:6:12: error: 'f' is there twice
(set-logic BV)
(define-fun f () Bool true)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
