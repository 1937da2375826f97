; guards: invariants
; status: 2
; expect: err_inv_constraint.sl:10:2: error: 'inv-constraint' is not supported; see docs/sygus.md
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(inv-constraint f x x x)
(check-synth)
