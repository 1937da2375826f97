; Totals that are no whole bytes: the same one or two bytes are read and written.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 30

; CHECK-LABEL: @six(
; CHECK: load i6
; CHECK-NOT: i2>
; CHECK: store i6
define void @six(ptr %p, ptr %q, ptr %r) {
  %a = load <3 x i2>, ptr %p
  %b = load <3 x i2>, ptr %q
  %c = add <3 x i2> %a, %b
  store <3 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @thirteen(
; CHECK: load i13
; CHECK-NOT: i1>
; CHECK: store i13
define void @thirteen(ptr %p, ptr %q, ptr %r) {
  %a = load <13 x i1>, ptr %p
  %b = load <13 x i1>, ptr %q
  %c = icmp eq <13 x i1> %a, %b
  store <13 x i1> %c, ptr %r
  ret void
}
