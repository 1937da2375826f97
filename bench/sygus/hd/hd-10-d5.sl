; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 10: as many leading 0s in x as in y.
; Published: (x ^ y) <= (x & y)
; Grammar: those of d0 and 5 others, bvnot bvneg bvor bvadd bvsub.
(set-logic BV)
(define-fun down ((x (_ BitVec 32))) (_ BitVec 32) ; ones from the leftmost 1 of x downwards
  (let ((a (bvor x (bvlshr x #x00000001))))
  (let ((b (bvor a (bvlshr a #x00000002))))
  (let ((c (bvor b (bvlshr b #x00000004))))
  (let ((d (bvor c (bvlshr c #x00000008))))
    (bvor d (bvlshr d #x00000010)))))))
(synth-fun f ((x (_ BitVec 32)) (y (_ BitVec 32))) Bool
  ((B Bool) (V (_ BitVec 32)))
  ((B Bool ((bvule V V)))
   (V (_ BitVec 32) (x y
      (bvxor V V) (bvand V V) (bvnot V) (bvneg V) (bvor V V) (bvadd V V) (bvsub V V)))))
(declare-var x (_ BitVec 32))
(declare-var y (_ BitVec 32))
(constraint (= (f x y) (= (down x) (down y))))
(check-synth)
