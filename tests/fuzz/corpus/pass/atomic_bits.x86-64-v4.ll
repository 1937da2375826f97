
define void @atomic(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %x = load atomic i64, ptr %p seq_cst, align 8
  %a = bitcast i64 %x to <32 x i2>
  %c = add <32 x i2> %a, %a
  store <32 x i2> %c, ptr %r
  ret void
}
