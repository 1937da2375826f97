; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load of whole words reads behind the end.
; TV: refuted
; SAYS: reads where the first does not
; OPTIONS: --assume loads-whole
define i88 @f(ptr %p) {
  %x = load <44 x i2>, ptr %p, align 1
  %s = bitcast <44 x i2> %x to i88
  ret i88 %s
}
; ---- after ----
define i88 @f(ptr %p) {
  %x = load i128, ptr %p, align 1
  %s = trunc i128 %x to i88
  ret i88 %s
}
