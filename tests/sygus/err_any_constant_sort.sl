; guards: any constant, and any parameter, of another sort than the nonterminal, or of none
; status: 2
; expect: err_any_constant_sort.sl:11:15: error: (Constant ...) is of another sort than the nonterminal
; expect: err_any_constant_sort.sl:12:15: error: (Variable ...) is of another sort than the nonterminal
; expect: err_any_constant_sort.sl:13:15: error: the sort 'Int' is not supported; expected Bool or (_ BitVec K)
; expect: err_any_constant_sort.sl:14:5: error: expected (Constant sort)
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (Constant (_ BitVec 9))
    (Variable Bool)
    (Constant Int)
    (Constant)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
