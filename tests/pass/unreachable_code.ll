; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Code that cannot be reached may use values before they are defined, or itself; it is left.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @reached(
; CHECK: load <2 x i64>
; CHECK: nowhere:
; CHECK: sub <64 x i2>
; CHECK: end:
; CHECK: phi <2 x i64>
define void @reached(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  br label %end
nowhere:
  %x = sub <64 x i2> %y, %a
  %y = sub <64 x i2> %x, %c
  br label %end
end:
  %z = phi <64 x i2> [ %c, %0 ], [ %y, %nowhere ]
  store <64 x i2> %z, ptr %p
  store <64 x i2> %z, ptr %q
  store <64 x i2> %c, ptr %q
  store <64 x i2> %c, ptr %p
  ret void
}
