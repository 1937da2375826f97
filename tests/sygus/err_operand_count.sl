; guards: too many operands
; status: 2
; expect: err_operand_count.sl:10:16: error: 'f' takes 1 operand, 2 given
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x x) x))
(check-synth)
