; guards: no grammar: every operator, the parameters, 0 and 1
; status: 0
; options: --max-cost 3
; expect: ; f: 3 operations, proved shortest
; expect: ; proved for all inputs by z3
; expect: ; f: the default grammar: all operators, the parameters, the constants 0 and 1
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (ite (bvult x y) (bvadd y #x01) y)))
(check-synth)
