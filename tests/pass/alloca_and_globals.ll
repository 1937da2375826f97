; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Memory of any kind keeps its layout: stack slots, globals, address spaces.
; RUN: %lower %s | %check %s

; CHECK: @table = global <64 x i2>
@table = global <64 x i2> zeroinitializer

; CHECK-LABEL: @places(
; CHECK: alloca <64 x i2>
; CHECK: load <2 x i64>, ptr @table
; CHECK: store <2 x i64> {{.*}}, ptr %slot
; CHECK: load <2 x i64>, ptr addrspace(256) %s
define void @places(ptr addrspace(256) %s) {
  %slot = alloca <64 x i2>
  %a = load <64 x i2>, ptr @table
  %b = add <64 x i2> %a, %a
  store <64 x i2> %b, ptr %slot
  %c = load <64 x i2>, ptr addrspace(256) %s
  %d = load <64 x i2>, ptr %slot
  %e = sub <64 x i2> %c, %d
  store <64 x i2> %e, ptr @table
  ret void
}
