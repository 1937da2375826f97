; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lowerings of narrow registers may look fields up in tables of 512 bits, which LLVM cannot split: a function that says which width it needs then says
; so, and where registers are capped another lowering is taken. What does not say so would not compile.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -o /dev/null

; CHECK-LABEL: @tables(
; CHECK-NOT: sdiv
; CHECK: ret void
define void @tables(ptr %p, ptr %q) "target-cpu"="icelake-server" "min-legal-vector-width"="0" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = sdiv <32 x i4> %a, %b
  store <32 x i4> %c, ptr %p
  ret void
}
; CHECK-LABEL: @capped(
; CHECK-NOT: sdiv
; CHECK-NOT: {{@llvm.x86.*512}}
; CHECK: ret void
define void @capped(ptr %p, ptr %q) "target-cpu"="icelake-server" "prefer-vector-width"="256" "min-legal-vector-width"="0" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = sdiv <32 x i4> %a, %b
  store <32 x i4> %c, ptr %p
  ret void
}
; CHECK-LABEL: @without_evex512(
; CHECK-NOT: sdiv
; CHECK-NOT: {{@llvm.x86.*512}}
; CHECK: ret void
define void @without_evex512(ptr %p, ptr %q) "target-cpu"="icelake-server" "target-features"="-evex512" "min-legal-vector-width"="0" {
  %a = load <64 x i4>, ptr %p
  %b = load <64 x i4>, ptr %q
  %c = sdiv <64 x i4> %a, %b
  store <64 x i4> %c, ptr %p
  ret void
}
