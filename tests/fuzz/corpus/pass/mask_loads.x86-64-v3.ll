
define i16 @shared(ptr %p, ptr %q, ptr %r, ptr %s) "target-cpu"="x86-64-v3" {
  %a = load <16 x i1>, ptr %p
  %b = load <16 x i1>, ptr %q
  %c = xor <16 x i1> %a, %b
  %n = bitcast <16 x i1> %c to i16
  %d = shufflevector <16 x i1> %c, <16 x i1> poison, <16 x i32> zeroinitializer
  store <16 x i1> %d, ptr %r
  %x = sext <16 x i1> %a to <16 x i8>
  %y = sext <16 x i1> %b to <16 x i8>
  %z = add <16 x i8> %x, %y
  %t = trunc <16 x i8> %z to <16 x i1>
  %u = zext <16 x i1> %t to <16 x i6>
  store <16 x i6> %u, ptr %s
  ret i16 %n
}

define <8 x i8> @in_loop(ptr %p, ptr %q, i64 %n) "target-cpu"="x86-64-v3" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi <8 x i1> [ zeroinitializer, %entry ], [ %t, %loop ]
  %k = phi <32 x i1> [ zeroinitializer, %entry ], [ %m, %loop ]
  %sum = phi <8 x i8> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = getelementptr i8, ptr %p, i64 %i
  %a = load <8 x i1>, ptr %at
  %t = xor <8 x i1> %s, %a
  %to = getelementptr i32, ptr %q, i64 %i
  %l = load <32 x i1>, ptr %to
  %m = and <32 x i1> %k, %l
  store <32 x i1> %m, ptr %to
  store <8 x i1> %t, ptr %at
  %w = zext <8 x i1> %a to <8 x i8>
  %more = add <8 x i8> %sum, %w
  %j = add i64 %i, 1
  %again = icmp ult i64 %j, %n
  br i1 %again, label %loop, label %done
done:
  ret <8 x i8> %more
}
