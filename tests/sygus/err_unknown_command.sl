; guards: a command that the standard does not have
; status: 2
; expect: err_unknown_command.sl:5:2: error: unknown command 'set-logick'
(set-logic BV)
(set-logick BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x
    (bvnot V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) x))
(check-synth)
