; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Scalable vectors are left and not looked at, whatever the instruction.
; RUN: %opt %s -o %t.before
; RUN: %lower -lanesmith-stats %s -o %t.after 2>%t.stats
; RUN: diff %t.before %t.after
; RUN: %check --allow-empty %s < %t.stats

; CHECK-NOT: lanesmith
define void @f(<vscale x 8 x i4> %a, <vscale x 8 x i1> %k, ptr %p, i64 %i) {
  %b = zext <vscale x 8 x i4> %a to <vscale x 8 x i8>
  %c = trunc <vscale x 8 x i8> %b to <vscale x 8 x i2>
  %d = shufflevector <vscale x 8 x i4> %a, <vscale x 8 x i4> poison, <vscale x 8 x i32> zeroinitializer
  %e = extractelement <vscale x 8 x i4> %d, i64 %i
  %f = insertelement <vscale x 8 x i4> %a, i4 %e, i32 3
  %g = sitofp <vscale x 8 x i4> %f to <vscale x 8 x float>
  %h = call i4 @llvm.vector.reduce.add.nxv8i4(<vscale x 8 x i4> %f)
  store i4 %h, ptr %p
  ret void
}
