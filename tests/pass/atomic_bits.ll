; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An atomic load of an integer is none of our business; its bits are, once they are cast.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @atomic(
; CHECK: load atomic i64, ptr %p seq_cst
; CHECK-NOT: i2>
; CHECK: ret void
define void @atomic(ptr %p, ptr %r) {
  %x = load atomic i64, ptr %p seq_cst, align 8
  %a = bitcast i64 %x to <32 x i2>
  %c = add <32 x i2> %a, %a
  store <32 x i2> %c, ptr %r
  ret void
}
