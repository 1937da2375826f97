; guards: a search for constants ends with its time
; status: 1
; options: --timeout 2
; expect: fail
(set-logic BV)
(synth-fun f ((x (_ BitVec 64)) (y (_ BitVec 64))) (_ BitVec 64)
  ((V (_ BitVec 64)))
  ((V (_ BitVec 64) (x y (Constant (_ BitVec 64))
    (bvmul V V) (bvudiv V V) (bvadd V V)))))
(declare-var x (_ BitVec 64))
(declare-var y (_ BitVec 64))
(constraint (= (f x y) (bvlshr (bvxor (bvmul x #x9e3779b97f4a7c15) (bvlshr y #x000000000000000d)) #x0000000000000007)))
(check-synth)
