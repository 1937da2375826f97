(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) Bool
  ((P Bool) (V (_ BitVec 8)))
  ((P Bool ((bvult V V) (bvule V V)))
   (V (_ BitVec 8) (x #x10 #x20))))
(declare-var x (_ BitVec 8))
(constraint (=> (bvult x #x10) (f x)))
(constraint (=> (bvugt x #x20) (not (f x))))
(check-synth)
