; guards: a production of another sort than its nonterminal
; status: 2
; expect: err_production_sort.sl:8:5: error: the production has Bool; 8 bits expected
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvult V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
