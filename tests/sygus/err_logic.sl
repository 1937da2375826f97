; guards: a logic of integers
; status: 2
; expect: err_logic.sl:4:12: error: this logic is not supported; expected BV
(set-logic LIA)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
