; guards: one nonterminal twice
; status: 2
; expect: err_nonterminal_twice.sl:8:4: error: the nonterminal 'V' is there twice
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)) (V (_ BitVec 8)))
  ((V (_ BitVec 8) (x))
   (V (_ BitVec 8) (x))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
