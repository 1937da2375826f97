; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Compares of whole bytes and packed bits of memory together: the compare's bits are packed once, the logic is that of integers. With
; mask registers LLVM's own way stays.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 40
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %check --check-prefix=MASKS %s

; CHECK-LABEL: @both(
; CHECK: bitcast <16 x i1> %{{.*}} to i16
; CHECK-NOT: and <16 x i1>
; MASKS-LABEL: @both(
; MASKS: and <16 x i1>
define void @both(ptr %p, ptr %q, ptr %m, ptr %o) {
  %bits = load <16 x i1>, ptr %m
  %a = load <16 x i8>, ptr %p
  %b = load <16 x i8>, ptr %q
  %c = icmp ugt <16 x i8> %a, %b
  %d = and <16 x i1> %c, %bits
  store <16 x i1> %d, ptr %o
  ret void
}

; CHECK-LABEL: @either(
; CHECK-NOT: or <64 x i1>
define void @either(ptr %p, ptr %q, ptr %m, ptr %o) {
  %bits = load <64 x i1>, ptr %m
  %a = load <64 x i8>, ptr %p
  %b = load <64 x i8>, ptr %q
  %c = icmp eq <64 x i8> %a, %b
  %d = or <64 x i1> %bits, %c
  store <64 x i1> %d, ptr %o
  ret void
}

; Only compares: LLVM's masks.
; CHECK-LABEL: @compares(
; CHECK: and <16 x i1>
define void @compares(ptr %p, ptr %q, ptr %o) {
  %a = load <16 x i8>, ptr %p
  %b = load <16 x i8>, ptr %q
  %c = icmp ugt <16 x i8> %a, %b
  %d = icmp ne <16 x i8> %a, splat (i8 7)
  %e = and <16 x i1> %c, %d
  store <16 x i1> %e, ptr %o
  ret void
}
