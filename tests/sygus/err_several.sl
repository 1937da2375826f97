; guards: mistakes of form are reported together
; status: 2
; expect: err_several.sl:7:16: error: the sort 'Int' is not supported; expected Bool or (_ BitVec K)
; expect: err_several.sl:8:1: error: expected (declare-var name sort)
; expect: err_several.sl:9:1: error: expected (define-fun name ((parameter sort) ...) sort term)
(set-logic BV)
(declare-var i Int)
(declare-var (_ BitVec 8))
(define-fun g)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
