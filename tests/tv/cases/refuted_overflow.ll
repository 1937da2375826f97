; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A carry is no overflow of signed numbers.
; TV: refuted
define i1 @f(i8 %a, i8 %b) {
  %p = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %o = extractvalue { i8, i1 } %p, 1
  ret i1 %o
}
; ---- after ----
define i1 @f(i8 %a, i8 %b) {
  %s = add i8 %a, %b
  %o = icmp ult i8 %s, %a
  ret i1 %o
}
