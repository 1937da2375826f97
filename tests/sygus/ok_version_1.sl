; guards: the older form of sorts and grammars
; status: 0
; expect: ; f: 2 operations (3 in the text, which repeats shared values), proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvadd (bvadd x x) (bvadd x x)))
(set-logic BV)
(define-fun twice ((x (BitVec 8))) (BitVec 8) (bvadd x x))
(synth-fun f ((x (BitVec 8))) (BitVec 8)
  ((Start (BitVec 8) (#x01 (Variable (BitVec 8)) (bvadd Start Start)))))
(declare-var x (BitVec 8))
(constraint (= (f x) (twice (twice x))))
(check-synth)
