; guards: any constants where the function is given by examples
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; agrees with all 4 examples
(set-logic BV)
(synth-fun f ((x (_ BitVec 16))) (_ BitVec 16)
  ((V (_ BitVec 16)))
  ((V (_ BitVec 16) (x (Constant (_ BitVec 16))
    (bvmul V V) (bvxor V V)))))
(constraint (= (f #x0001) #x1237))
(constraint (= (f #x0002) #x1232))
(constraint (= (f #x0003) #x123d))
(constraint (= (f #x0100) #x1134))
(check-synth)
