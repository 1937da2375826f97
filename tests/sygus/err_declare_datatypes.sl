; guards: datatypes
; status: 2
; expect: err_declare_datatypes.sl:5:2: error: 'declare-datatypes' is not supported; see docs/sygus.md
(set-logic BV)
(declare-datatypes ((T 0)) (((a))))
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
