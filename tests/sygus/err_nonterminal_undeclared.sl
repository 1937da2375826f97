; guards: the two lists of nonterminals differ
; status: 2
; expect: err_nonterminal_undeclared.sl:6:4: error: the grammar has 'V' of another name or sort here
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((U (_ BitVec 8)))
  ((V (_ BitVec 8) (x))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
