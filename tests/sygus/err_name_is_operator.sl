; guards: an operator as a name
; status: 2
; expect: err_name_is_operator.sl:5:1: error: 'bvand' is an operator of the logic; expected another name
(set-logic BV)
(define-fun bvand ((x (_ BitVec 8))) (_ BitVec 8) x)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
