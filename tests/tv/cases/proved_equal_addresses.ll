; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loads from addresses that are equal give the same.
; TV: proved
define i8 @f(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  %x = load i8, ptr %p
  %y = load i8, ptr %q
  %z = xor i8 %x, %y
  %s = select i1 %c, i8 %z, i8 7
  ret i8 %s
}
; ---- after ----
define i8 @f(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  %s = select i1 %c, i8 0, i8 7
  ret i8 %s
}
