
define void @add40(ptr %p, ptr %q) {
  %a = load <8 x i40>, ptr %p
  %b = load <8 x i40>, ptr %q
  %r = add <8 x i40> %a, %b
  store <8 x i40> %r, ptr %p
  ret void
}

define <7 x i64> @load35(ptr %p) {
  %a = load <7 x i35>, ptr %p, align 1
  %r = sext <7 x i35> %a to <7 x i64>
  ret <7 x i64> %r
}

define void @store47(<5 x i47> %a, ptr %p) {
  store <5 x i47> %a, ptr %p, align 1
  ret void
}

define <8 x i63> @load63(ptr %p) {
  %a = load <8 x i63>, ptr %p, align 8, !noundef !0
  ret <8 x i63> %a
}

define void @store61(<5 x i61> %a, ptr %p) {
  store <5 x i61> %a, ptr %p
  ret void
}

define void @store58(<6 x i58> %a, ptr %p) {
  store <6 x i58> %a, ptr %p
  ret void
}

define void @copy(ptr %p, ptr %q) {
  %a = load <6 x i36>, ptr %p
  store <6 x i36> %a, ptr %q
  ret void
}

define i40 @left(ptr %p, ptr %q) {
  %a = load <8 x i40>, ptr %p
  %x = extractelement <8 x i40> %a, i32 1
  %y = extractelement <8 x i40> %a, i32 6
  %b = load volatile <8 x i40>, ptr %q
  store volatile <8 x i40> %b, ptr %q
  %c = load <2 x i48>, ptr %p
  %d = mul <2 x i48> %c, %c
  store <2 x i48> %d, ptr %q
  %r = add i40 %x, %y
  ret i40 %r
}

define void @small_to_wide(ptr %p, ptr %q) {
  %a = load <16 x i5>, ptr %p
  %w = sext <16 x i5> %a to <16 x i48>
  %b = load <16 x i48>, ptr %q
  %r = add <16 x i48> %w, %b
  store <16 x i48> %r, ptr %q
  ret void
}

define void @wide_to_small(ptr %p, ptr %q) {
  %a = load <16 x i40>, ptr %p
  %r = trunc <16 x i40> %a to <16 x i4>
  store <16 x i4> %r, ptr %q
  ret void
}

define void @in_loop(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %at = getelementptr i8, ptr %p, i64 %i
  %a = load <4 x i48>, ptr %at
  %s = lshr <4 x i48> %a, splat (i48 5)
  %m = call <4 x i48> @llvm.umin.v4i48(<4 x i48> %a, <4 x i48> %s)
  store <4 x i48> %m, ptr %at
  %j = add i64 %i, 24
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

!0 = !{}
