; guards: a function without parameters
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; agrees with all 1 example
(set-logic BV)
(synth-fun f () (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (#x03 (bvadd V V)))))
(constraint (= f #x06))
(check-synth)
