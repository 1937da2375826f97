; guards: a file that asks nothing
; status: 2
; expect: err_no_check_synth.sl:10:1: error: the file ends without (check-synth)
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
