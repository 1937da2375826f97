; guards: operations on constants alone are part of the grammar: 8 is 1 << 3
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x #x01 #x03
    (bvshl V V) (bvxor V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvxor x #x08)))
(check-synth)
