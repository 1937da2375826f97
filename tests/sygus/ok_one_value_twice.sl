; guards: nand of one value is its complement: tables of one value twice are tried
; status: 0
; expect: ; f: 4 operations (7 in the text, which repeats shared values), proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x y
    (bvnand V V)))))
(declare-var x (_ BitVec 8))
(declare-var y (_ BitVec 8))
(constraint (= (f x y) (bvnor x y)))
(check-synth)
