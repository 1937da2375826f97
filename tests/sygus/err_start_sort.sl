; guards: a first nonterminal that is not the result
; status: 2
; expect: err_start_sort.sl:7:4: error: 'P' is not of the result's sort
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((P Bool) (V (_ BitVec 8)))
  ((P Bool ((= V V)))
   (V (_ BitVec 8) (x))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
