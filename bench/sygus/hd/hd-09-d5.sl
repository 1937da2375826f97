; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 9: absolute value.
; Published: (x ^ (x >>s 31)) - (x >>s 31)
; Grammar: those of d0 and 5 others, bvnot bvneg bvand bvor bvadd.
(set-logic BV)
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x #x0000001f
      (bvxor V V) (bvsub V V) (bvashr V V) (bvnot V) (bvneg V) (bvand V V) (bvor V V) (bvadd V V)))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (ite (bvslt x #x00000000) (bvneg x) x)))
(check-synth)
