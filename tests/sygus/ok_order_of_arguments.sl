; guards: each constraint has names of its own for the parameters
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8) (bvsub x y))
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x y
    (bvsub V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (bvsub y x) (f y x)))
(check-synth)
