; Vectors of a single field are no special case.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @one(
; CHECK: load i8
; CHECK-NOT: <1 x i2>
; CHECK: store i8
define void @one(ptr %p, ptr %q, ptr %r) {
  %a = load <1 x i2>, ptr %p
  %b = load <1 x i2>, ptr %q
  %c = mul <1 x i2> %a, %b
  store <1 x i2> %c, ptr %r
  ret void
}
