; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; two_bit.ll - arithmetic on vectors of 2-bit fields, one function an operation.
;
; LLVM 19 takes <64 x i2> apart, field by field, whenever it comes from memory or goes there:
;   llc-19 -O2 two_bit.ll -o -                                                     hundreds of instructions each
;   opt-19 -load-pass-plugin=build/lib/LanesmithPass.so -passes=lanesmith two_bit.ll | llc-19 -O2 -o -

define void @add(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @sub(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = sub <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @mul(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = mul <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @shift_left(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = shl <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @shift_right_signed(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = ashr <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; the vector is one 32-bit integer: no vector register is needed
define i32 @add_in_a_general_register(i32 noundef %x, i32 noundef %y) {
  %a = bitcast i32 %x to <16 x i2>
  %b = bitcast i32 %y to <16 x i2>
  %c = add <16 x i2> %a, %b
  %z = bitcast <16 x i2> %c to i32
  ret i32 %z
}

; 300 fields are 75 bytes: several registers and a rest
define void @add_300(ptr %p, ptr %q, ptr %r) {
  %a = load <300 x i2>, ptr %p, align 1
  %b = load <300 x i2>, ptr %q, align 1
  %c = add <300 x i2> %a, %b
  store <300 x i2> %c, ptr %r, align 1
  ret void
}

; 256 counters modulo 4, around a loop
define void @count(ptr %p, i64 %n, ptr %r) {
entry:
  %any = icmp ne i64 %n, 0
  br i1 %any, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <256 x i2> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %at = getelementptr <256 x i2>, ptr %p, i64 %i
  %step = load <256 x i2>, ptr %at
  %sum.next = add <256 x i2> %sum, %step
  %i.next = add i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %result = phi <256 x i2> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  store <256 x i2> %result, ptr %r
  ret void
}
