; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each flag that gives poison, frozen: add nsw, mul nuw, shl, lshr exact, or disjoint, zext nneg, trunc nuw, udiv exact, abs, ctlz.
; TV: proved
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.ctlz.i8(i8, i1)
declare void @use(i8, i8, i8, i8, i8, i8, i8, i8, i8, i8)
define void @f(i8 %x, i8 %y, i4 %z, i16 %w) {
  %1 = add nsw i8 %x, %y
  %2 = mul nuw i8 %x, 3
  %3 = shl nuw nsw i8 %x, 3
  %4 = lshr exact i8 %x, 2
  %5 = or disjoint i8 %x, %y
  %6 = zext nneg i4 %z to i8
  %7 = trunc nuw i16 %w to i8
  %8 = udiv exact i8 %x, 5
  %9 = call i8 @llvm.abs.i8(i8 %x, i1 true)
  %10 = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  %a = freeze i8 %1
  %b = freeze i8 %2
  %c = freeze i8 %3
  %d = freeze i8 %4
  %e = freeze i8 %5
  %f = freeze i8 %6
  %g = freeze i8 %7
  %h = freeze i8 %8
  %i = freeze i8 %9
  %j = freeze i8 %10
  call void @use(i8 %a, i8 %b, i8 %c, i8 %d, i8 %e, i8 %f, i8 %g, i8 %h, i8 %i, i8 %j)
  ret void
}
; ---- after ----
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.ctlz.i8(i8, i1)
declare void @use(i8, i8, i8, i8, i8, i8, i8, i8, i8, i8)
define void @f(i8 %x0, i8 %y0, i4 %z0, i16 %w0) {
  %x = freeze i8 %x0
  %y = freeze i8 %y0
  %z = freeze i4 %z0
  %w = freeze i16 %w0
  %a = add i8 %y, %x
  %b1 = add i8 %x, %x
  %b = add i8 %b1, %x
  %c = shl i8 %x, 3
  %d = lshr i8 %x, 2
  %e = or i8 %x, %y
  %f = zext i4 %z to i8
  %g = trunc i16 %w to i8
  %h = udiv i8 %x, 5
  %i = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %j = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  call void @use(i8 %a, i8 %b, i8 %c, i8 %d, i8 %e, i8 %f, i8 %g, i8 %h, i8 %i, i8 %j)
  ret void
}
