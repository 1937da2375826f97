; guards: one variable for two parameters
; status: 2
; expect: err_argument_twice.sl:10:13: error: 'f' applied to anything but distinct variables and constants is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x x) x))
(check-synth)
