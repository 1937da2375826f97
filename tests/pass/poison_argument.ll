; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An argument that may be poison is frozen at its own type, and counted: at its carrier's type poison would spread. A
; noundef one is only cast.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: 1 lanesmith - borders: freezes at the field's own type
; CHECK-LABEL: @maybe(
; CHECK: freeze <32 x i2> %a
; CHECK-NOT: add <32 x i2>
; CHECK: ret void
define void @maybe(<32 x i2> %a, ptr %p, ptr %q, ptr %r) {
  %b = load <32 x i2>, ptr %p
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %q
  store <32 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @never(
; CHECK: bitcast <32 x i2> %a to i64
; CHECK-NOT: freeze <32 x i2>
; CHECK-NOT: add <32 x i2>
; CHECK: ret void
define void @never(<32 x i2> noundef %a, ptr %p, ptr %r) {
  %b = load <32 x i2>, ptr %p
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %r
  ret void
}
