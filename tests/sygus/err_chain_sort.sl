; guards: a nonterminal as a production of another sort
; status: 2
; expect: err_chain_sort.sl:7:23: error: 'P' is of another sort than the nonterminal
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (P Bool))
  ((V (_ BitVec 8) (x P))
   (P Bool ((= V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
