target triple = "x86_64-unknown-linux-gnu"

define <16 x i8> @ordinary(<16 x i8> %a, <16 x i8> %b) "target-cpu"="x86-64-v3" {
  %c = add <16 x i8> %a, %b
  ret <16 x i8> %c
}
define <16 x i8> @masks(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c) "target-cpu"="x86-64-v3" {
  %k = icmp ugt <16 x i8> %a, %b
  %l = icmp ugt <16 x i8> %b, %c
  %m = and <16 x i1> %k, %l
  %s = select <16 x i1> %m, <16 x i8> %a, <16 x i8> %c
  ret <16 x i8> %s
}
define i16 @movemask(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c) "target-cpu"="x86-64-v3" {
  %k = icmp ugt <16 x i8> %a, %b
  %l = icmp ugt <16 x i8> %b, %c
  %m = or <16 x i1> %k, %l
  %s = bitcast <16 x i1> %m to i16
  ret i16 %s
}
define void @moved(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i1>, ptr %p
  store <64 x i1> %a, ptr %q
  ret void
}
define <64 x i2> @cast(<2 x i64> %a) "target-cpu"="x86-64-v3" {
  %b = bitcast <2 x i64> %a to <64 x i2>
  ret <64 x i2> %b
}
define i64 @scalar(i64 %a, i64 %b) "target-cpu"="x86-64-v3" {
  %c = mul i64 %a, %b
  ret i64 %c
}
define i1 @tested(<16 x i8> %a, <16 x i8> %b) "target-cpu"="x86-64-v3" {
  %k = icmp ugt <16 x i8> %a, %b
  %m = bitcast <16 x i1> %k to i16
  %s = icmp eq i16 %m, 0
  ret i1 %s
}
define i32 @signs(<32 x i8> %a) "target-cpu"="x86-64-v3" {
  %k = icmp slt <32 x i8> %a, zeroinitializer
  %m = bitcast <32 x i1> %k to i32
  ret i32 %m
}
define i16 @counted(<16 x i8> %a, <16 x i8> %b) "target-cpu"="x86-64-v3" {
  %k = icmp eq <16 x i8> %a, %b
  %n = zext <16 x i1> %k to <16 x i16>
  %s = call i16 @llvm.vector.reduce.add.v16i16(<16 x i16> %n)
  ret i16 %s
}
define i32 @total(<16 x i8> %a) "target-cpu"="x86-64-v3" {
  %n = zext <16 x i8> %a to <16 x i32>
  %s = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %n)
  ret i32 %s
}
declare i16 @llvm.vector.reduce.add.v16i16(<16 x i16>)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)
