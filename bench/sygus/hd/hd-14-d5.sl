; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 14: floor of the average of unsigned numbers.
; Published: (x & y) + ((x ^ y) >> 1)
; Grammar: those of d0 and 5 others, bvnot bvneg bvor bvsub bvashr.
(set-logic BV)
(synth-fun f ((x (_ BitVec 32)) (y (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x y #x00000001
      (bvand V V) (bvxor V V) (bvadd V V) (bvlshr V V) (bvnot V) (bvneg V) (bvor V V) (bvsub V V) (bvashr V V)))))
(declare-var x (_ BitVec 32))
(declare-var y (_ BitVec 32))
(constraint (= (f x y) ((_ extract 32 1) (bvadd (concat #b0 x) (concat #b0 y)))))
(check-synth)
