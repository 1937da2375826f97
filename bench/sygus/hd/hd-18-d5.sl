; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 18: is x a power of two, as 1 or 0.
; Published: redor(x) & ~redor(x & (x - 1))
; Grammar: those of d0 and 5 others, bvnot bvneg bvor bvadd bvlshr.
(set-logic BV)
(define-fun up ((x (_ BitVec 32))) (_ BitVec 32) ; ones from the rightmost 1 of x upwards
  (let ((a (bvor x (bvshl x #x00000001))))
  (let ((b (bvor a (bvshl a #x00000002))))
  (let ((c (bvor b (bvshl b #x00000004))))
  (let ((d (bvor c (bvshl c #x00000008))))
    (bvor d (bvshl d #x00000010)))))))
(define-fun rightmost ((x (_ BitVec 32))) (_ BitVec 32) ; the rightmost 1 of x alone
  (bvand (up x) (bvnot (bvshl (up x) #x00000001))))
(define-fun redor ((x (_ BitVec 32))) (_ BitVec 32) ; 1 when a bit of x is set, else 0
  (ite (= x #x00000000) #x00000000 #x00000001))
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x #x00000001
      (bvand V V) (bvsub V V) (bvxor V V) (redor V) (bvnot V) (bvneg V) (bvor V V) (bvadd V V) (bvlshr V V)))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (ite (and (distinct x #x00000000) (= x (rightmost x))) #x00000001 #x00000000)))
(check-synth)
