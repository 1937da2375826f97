; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 20: the next higher number with as many 1s.
; Published: s = x & -x; r = x + s; (((x ^ r) >> 2) / s) | r
; Grammar: the operators of the published formula.
(set-logic BV)
(define-fun published ((x (_ BitVec 32))) (_ BitVec 32)
  (let ((s (bvand x (bvneg x))))
  (let ((r (bvadd x s)))
    (bvor (bvudiv (bvlshr (bvxor x r) #x00000002) s) r))))
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x #x00000002
      (bvneg V) (bvand V V) (bvadd V V) (bvxor V V) (bvlshr V V) (bvudiv V V) (bvor V V)))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (published x)))
(check-synth)
