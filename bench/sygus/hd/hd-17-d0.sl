; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Hacker's Delight 17: turn off the rightmost run of 1s.
; Published: (((x - 1) | x) + 1) & x
; Grammar: the operators of the published formula.
(set-logic BV)
(define-fun up ((x (_ BitVec 32))) (_ BitVec 32) ; ones from the rightmost 1 of x upwards
  (let ((a (bvor x (bvshl x #x00000001))))
  (let ((b (bvor a (bvshl a #x00000002))))
  (let ((c (bvor b (bvshl b #x00000004))))
  (let ((d (bvor c (bvshl c #x00000008))))
    (bvor d (bvshl d #x00000010)))))))
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x #x00000001
      (bvand V V) (bvor V V) (bvadd V V) (bvsub V V)))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (bvand x (up (bvnot (bvor x (bvnot (up x))))))))
(check-synth)
