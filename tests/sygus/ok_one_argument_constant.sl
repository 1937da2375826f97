; guards: a constraint on a constant argument speaks of that value only
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x y #xff
    (bvand V V) (bvor V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x #x00) x))
(constraint (= (f x #xff) #xff))
(check-synth)
