; guards: nothing to be found
; status: 2
; expect: err_no_synth_fun.sl:5:1: error: the file has no synth-fun
(set-logic BV)
(check-synth)
