; guards: let in a grammar
; status: 2
; expect: err_production_let.sl:8:5: error: 'let' in a production is not supported
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (let ((y V)) y)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
