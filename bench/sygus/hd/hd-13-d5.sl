; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 13: sign: -1, 0 or 1.
; Published: (x >>s 31) | (-x >> 31)
; Grammar: those of d0 and 5 others, bvnot bvand bvxor bvadd bvsub.
(set-logic BV)
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x #x0000001f
      (bvor V V) (bvneg V) (bvashr V V) (bvlshr V V) (bvnot V) (bvand V V) (bvxor V V) (bvadd V V) (bvsub V V)))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (ite (bvslt x #x00000000) #xffffffff (ite (= x #x00000000) #x00000000 #x00000001))))
(check-synth)
