; guards: a grammar without a solution
; status: 1
; options: --max-cost 3
; expect: ; f: none up to cost 3
; expect: fail
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V) (bvand V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvadd x #x01)))
(check-synth)
