; guards: a parameter as a production of another sort
; status: 2
; expect: err_parameter_sort.sl:8:13: error: 'x' is of another sort than the nonterminal
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (P Bool))
  ((V (_ BitVec 8) (x (ite P V V)))
   (P Bool (x))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
