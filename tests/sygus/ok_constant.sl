; guards: a solution that is a constant; of several spellings the nonterminal's own
; status: 0
; expect: ; f: 0 operations, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (_ bv0 8))
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x (_ bv0 8)
    (bvxor V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvsub x x)))
(check-synth)
