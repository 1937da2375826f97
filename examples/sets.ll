; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; sets.ll - sets as vectors of bits: <256 x i1> is a set of numbers from 0 to 255.
;
; LLVM 19 takes such vectors apart bit by bit when they come from memory, more than 1000 instructions an operation.

define void @intersection(ptr %p, ptr %q, ptr %r) {
  %a = load <256 x i1>, ptr %p
  %b = load <256 x i1>, ptr %q
  %c = and <256 x i1> %a, %b
  store <256 x i1> %c, ptr %r
  ret void
}

define void @difference(ptr %p, ptr %q, ptr %r) {
  %a = load <256 x i1>, ptr %p
  %b = load <256 x i1>, ptr %q
  %n = xor <256 x i1> %b, splat (i1 true)
  %c = and <256 x i1> %a, %n
  store <256 x i1> %c, ptr %r
  ret void
}

; members of both or of neither
define void @agreement(ptr %p, ptr %q, ptr %r) {
  %a = load <256 x i1>, ptr %p
  %b = load <256 x i1>, ptr %q
  %c = icmp eq <256 x i1> %a, %b
  store <256 x i1> %c, ptr %r
  ret void
}

; one set inside a choice: members of a that are in b, others that are in c
define void @choose(ptr %p, ptr %q, ptr %s, ptr %r) {
  %a = load <256 x i1>, ptr %p
  %b = load <256 x i1>, ptr %q
  %c = load <256 x i1>, ptr %s
  %d = select <256 x i1> %a, <256 x i1> %b, <256 x i1> %c
  store <256 x i1> %d, ptr %r
  ret void
}

define i1 @is_subset(ptr %p, ptr %q) {
  %a = load <256 x i1>, ptr %p
  %b = load <256 x i1>, ptr %q
  %k = icmp ugt <256 x i1> %a, %b
  %x = bitcast <256 x i1> %k to i256
  %z = icmp eq i256 %x, 0
  ret i1 %z
}

; a set of 24 numbers fits a general register
define i24 @small_union(i24 noundef %x, i24 noundef %y, i24 noundef %z) {
  %a = bitcast i24 %x to <24 x i1>
  %b = bitcast i24 %y to <24 x i1>
  %c = bitcast i24 %z to <24 x i1>
  %k = icmp ne <24 x i1> %a, %b
  %d = or <24 x i1> %k, %c
  %r = bitcast <24 x i1> %d to i24
  ret i24 %r
}

define void @union_of_all(ptr %p, i64 %n, ptr %r) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %u = phi <256 x i1> [ zeroinitializer, %entry ], [ %u.next, %loop ]
  %at = getelementptr <256 x i1>, ptr %p, i64 %i
  %a = load <256 x i1>, ptr %at
  %u.next = or <256 x i1> %u, %a
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <256 x i1> %u.next, ptr %r
  ret void
}
