

define i64 @shades(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <64 x i4>, ptr %p
  %k = icmp eq <64 x i4> %a, splat (i4 5)
  %z = bitcast <64 x i1> %k to i64
  %n = call i64 @llvm.ctpop.i64(i64 %z)
  ret i64 %n
}

declare i64 @llvm.ctpop.i64(i64)
