; guards: integers
; status: 2
; expect: err_sort_int.sl:5:16: error: the sort 'Int' is not supported; expected Bool or (_ BitVec K)
(set-logic BV)
(declare-var i Int)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
