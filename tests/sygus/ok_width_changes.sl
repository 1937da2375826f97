; guards: sorts of several widths in one grammar
; status: 0
; expect: ; f: 3 operations (5 in the text, which repeats shared values), proved shortest
; expect: ; proved for all inputs by z3
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 16)
  ((W (_ BitVec 16)) (H (_ BitVec 8)) (Q (_ BitVec 4)))
  ((W (_ BitVec 16) ((concat H H) ((_ sign_extend 8) H) (bvadd W W)))
   (H (_ BitVec 8) (x ((_ zero_extend 4) Q) (bvnot H)))
   (Q (_ BitVec 4) (((_ extract 7 4) H)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (concat #x0 ((_ extract 7 4) x) #x0 ((_ extract 7 4) x))))
(check-synth)
