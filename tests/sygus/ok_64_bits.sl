; guards: the widest register
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 64))) (_ BitVec 64) (bvnot (bvneg x)))
(set-logic BV)
(synth-fun f ((x (_ BitVec 64))) (_ BitVec 64)
  ((V (_ BitVec 64)))
  ((V (_ BitVec 64) (x
    (bvnot V) (bvneg V)))))
(declare-var x (_ BitVec 64))
(constraint (= (f x) (bvadd x #xffffffffffffffff)))
(check-synth)
