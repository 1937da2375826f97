; guards: an operand of another sort
; status: 2
; expect: err_operand_sort.sl:10:19: error: the operand has Bool; 8 bits expected
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f true) x))
(check-synth)
