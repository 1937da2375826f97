; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 2^24 + 1 lies in the middle of two numbers and becomes the even one; so does 2^24 + 3, upwards.
; TV: proved
define i1 @f() {
  %a = uitofp i32 16777217 to float
  %b = uitofp i32 16777219 to float
  %x = bitcast float %a to i32
  %y = bitcast float %b to i32
  %low = icmp eq i32 %x, 1266679808
  %high = icmp eq i32 %y, 1266679810
  %both = and i1 %low, %high
  ret i1 %both
}
; ---- after ----
define i1 @f() {
  ret i1 true
}
