; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; From fields of one width to fields of another: the register stays the same.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @recast(
; CHECK-NOT: <64 x i2>
; CHECK-NOT: <128 x i1>
; CHECK: ret void
define void @recast(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = add <64 x i2> %a, %a
  %d = bitcast <64 x i2> %c to <128 x i1>
  %e = icmp eq <128 x i1> %d, %b
  store <128 x i1> %e, ptr %r
  ret void
}
