; guards: functions that use functions, let, operators of many operands, literals of all kinds
; status: 0
; expect: ; f: 1 operation, proved shortest
; expect: ; proved for all inputs by z3
; expect: (define-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((_ rotate_left 4) x))
(set-logic BV)
(set-info :source "none")
(set-option :random-seed 1)
(define-sort Byte () (_ BitVec 8))
(define-fun mask () Byte (_ bv15 8))
(define-fun low ((x Byte)) Byte (bvand x mask))
(define-fun swap ((x Byte)) Byte (let ((h (bvlshr x #x04)) (l (bvshl (low x) #x04))) (bvor h l #b00000000)))
(synth-fun f ((x Byte)) Byte
  ((V Byte))
  ((V Byte (x mask ((_ rotate_left 4) V) (low V)))))
(declare-var x Byte)
(constraint (= (f x) (swap x)))
(constraint (= (bvcomp (f x) (swap x)) #b1))
(check-synth)
