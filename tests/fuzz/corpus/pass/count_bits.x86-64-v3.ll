

define i32 @differences(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %k = icmp ne <32 x i2> %a, %b
  %z = bitcast <32 x i1> %k to i32
  %n = call i32 @llvm.ctpop.i32(i32 %z)
  ret i32 %n
}

define i32 @counted_in_place(ptr %p) "target-cpu"="x86-64" {
  %a = load <32 x i4>, ptr %p
  %k = icmp eq <32 x i4> %a, splat (i4 5)
  %z = bitcast <32 x i1> %k to i32
  %n = call i32 @llvm.ctpop.i32(i32 %z)
  ret i32 %n
}

define i64 @pairs_counted_in_place(ptr %p, ptr %q) "target-cpu"="x86-64" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ult <64 x i2> %a, %b
  %z = bitcast <64 x i1> %k to i64
  %n = call i64 @llvm.ctpop.i64(i64 %z)
  %m = call i64 @llvm.ctpop.i64(i64 %z)
  %s = mul i64 %n, %m
  ret i64 %s
}

define i16 @both(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %k = icmp eq <16 x i2> %a, %b
  %l = icmp ne <16 x i2> %a, zeroinitializer
  %m = and <16 x i1> %k, %l
  %z = bitcast <16 x i1> %m to i16
  %n = call i16 @llvm.ctpop.i16(i16 %z)
  ret i16 %n
}

define i8 @order(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %k = icmp ult <8 x i4> %a, %b
  %z = bitcast <8 x i1> %k to i8
  %n = call i8 @llvm.ctpop.i8(i8 %z)
  %x = xor i8 %n, %z
  ret i8 %x
}

define i24 @part(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <24 x i2>, ptr %p
  %b = load <24 x i2>, ptr %q
  %k = icmp eq <24 x i2> %a, %b
  %z = bitcast <24 x i1> %k to i24
  %n = call i24 @llvm.ctpop.i24(i24 %z)
  ret i24 %n
}

define i16 @through_logic(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %c = load <16 x i2>, ptr %r
  %k = icmp eq <16 x i2> %a, %b
  %l = icmp ult <16 x i2> %b, %c
  %m = icmp sgt <16 x i2> %a, %c
  %no = xor <16 x i1> %k, splat (i1 true)
  %x = and <16 x i1> %no, %l
  %y = or <16 x i1> %x, %m
  %z = bitcast <16 x i1> %y to i16
  %n = call i16 @llvm.ctpop.i16(i16 %z)
  ret i16 %n
}

declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i16 @llvm.ctpop.i16(i16)
declare i8 @llvm.ctpop.i8(i8)
declare i24 @llvm.ctpop.i24(i24)
