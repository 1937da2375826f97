; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 16: greater of two signed numbers.
; Published: ((x ^ y) & -(x >= y)) ^ y
; Grammar: the operators of the published formula.
(set-logic BV)
(define-fun not-less ((x (_ BitVec 32)) (y (_ BitVec 32))) (_ BitVec 32) ; signed x >= y as 0 or 1
  (ite (bvsge x y) #x00000001 #x00000000))
(synth-fun f ((x (_ BitVec 32)) (y (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x y
      (bvxor V V) (bvand V V) (bvneg V) (not-less V V)))))
(declare-var x (_ BitVec 32))
(declare-var y (_ BitVec 32))
(constraint (= (f x y) (ite (bvsge x y) x y)))
(check-synth)
