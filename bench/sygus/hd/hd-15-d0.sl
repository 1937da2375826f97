; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 15: ceiling of the average of unsigned numbers.
; Published: (x | y) - ((x ^ y) >> 1)
; Grammar: the operators of the published formula.
(set-logic BV)
(synth-fun f ((x (_ BitVec 32)) (y (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x y #x00000001
      (bvor V V) (bvxor V V) (bvsub V V) (bvlshr V V)))))
(declare-var x (_ BitVec 32))
(declare-var y (_ BitVec 32))
(constraint (= (f x y) ((_ extract 32 1) (bvadd (bvadd (concat #b0 x) (concat #b0 y)) (_ bv1 33)))))
(check-synth)
