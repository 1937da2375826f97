; guards: constants that the file does not list: three different ones, none of them to be had cheaper
; status: 0
; expect: ; f: 3 operations, proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x (Constant (_ BitVec 8))
    (bvadd V V) (bvand V V) (bvxor V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvxor (bvand (bvadd x #x35) #x5a) #xc3)))
(check-synth)
