; guards: constants that find no room among the inputs: bounds are not claimed, and that is said
; status: 0
; expect: ; f: 2 operations, whether fewer do is not known
; expect: ; proved for all inputs by z3
; expect: ; f: programs of 0 operations are not excluded: operations on constants alone were left out, as parameters and constants are more than 8
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x y #x01 #x02 #x03 #x04 #x05 #x06 #x09
    (bvadd V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (bvadd x (bvadd y #x09))))
(check-synth)
