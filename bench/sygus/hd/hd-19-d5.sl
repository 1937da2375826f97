; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 19: exchange the fields of x under the mask m, k bits apart.
; Published: t = ((x >> k) ^ x) & m; (t << k) ^ t ^ x
; Grammar: those of d0 and 5 others, bvnot bvneg bvor bvadd bvsub.
(set-logic BV)
(define-fun published ((x (_ BitVec 32)) (m (_ BitVec 32)) (k (_ BitVec 32))) (_ BitVec 32)
  (let ((t (bvand (bvxor (bvlshr x k) x) m)))
    (bvxor (bvxor (bvshl t k) t) x)))
(synth-fun f ((x (_ BitVec 32)) (m (_ BitVec 32)) (k (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x m k
      (bvand V V) (bvxor V V) (bvshl V V) (bvlshr V V) (bvnot V) (bvneg V) (bvor V V) (bvadd V V) (bvsub V V)))))
(declare-var x (_ BitVec 32))
(declare-var m (_ BitVec 32))
(declare-var k (_ BitVec 32))
(constraint (= (f x m k) (published x m k)))
(check-synth)
