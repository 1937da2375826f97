
@table = global <64 x i2> zeroinitializer

define void @places(ptr addrspace(256) %s) "target-cpu"="x86-64-v3" {
  %slot = alloca <64 x i2>
  %a = load <64 x i2>, ptr @table
  %b = add <64 x i2> %a, %a
  store <64 x i2> %b, ptr %slot
  %c = load <64 x i2>, ptr addrspace(256) %s
  %d = load <64 x i2>, ptr %slot
  %e = sub <64 x i2> %c, %d
  store <64 x i2> %e, ptr @table
  ret void
}
