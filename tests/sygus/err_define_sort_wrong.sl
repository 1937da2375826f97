; guards: a function whose term is of another sort
; status: 2
; expect: err_define_sort_wrong.sl:5:39: error: the function's term has 8 bits; Bool expected
(set-logic BV)
(define-fun g ((x (_ BitVec 8))) Bool (bvnot x))
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
