; guards: where the condition fails any result will do: and is as good as remainder
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (m (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x m #x01
    (bvand V V) (bvsub V V)))))
(declare-var x (_ BitVec 8))
(declare-var m (_ BitVec 8))
(constraint (=> (and (distinct m #x00) (= (bvand m (bvsub m #x01)) #x00))
  (= (f x m) (bvurem x m))))
(check-synth)
