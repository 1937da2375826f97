; guards: constants where their nonterminal is, of its width, beside listed ones; only the second operand may be any
; status: 0
; expect: ; f: 2 operations, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 12))) (_ BitVec 12) (bvadd (bvlshr x (concat #x00 #x2)) #x001))
(set-logic BV)
(synth-fun f ((x (_ BitVec 12))) (_ BitVec 12)
  ((V (_ BitVec 12)) (One (_ BitVec 12)) (K (_ BitVec 4)))
  ((V (_ BitVec 12) (x (bvadd V One) (bvlshr V (concat #x00 K))))
   (One (_ BitVec 12) (#x001))
   (K (_ BitVec 4) ((Constant (_ BitVec 4))))))
(declare-var x (_ BitVec 12))
(constraint (= (f x) (bvadd (bvlshr x #x002) #x001)))
(check-synth)
