; guards: a parameter that the grammar lacks is not used
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8) (bvxor x x))
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvxor V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (=> (= y #x00) (= (f x y) y)))
(check-synth)
