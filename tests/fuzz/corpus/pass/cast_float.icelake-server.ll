
define void @to(ptr %p, ptr %q) "target-cpu"="icelake-server" {
  %v = load <32 x i4>, ptr %p
  %f = sitofp <32 x i4> %v to <32 x float>
  store <32 x float> %f, ptr %q
  ret void
}

define void @to_unsigned(ptr %p, ptr %q) "target-cpu"="icelake-server" {
  %v = load <16 x i2>, ptr %p
  %f = uitofp <16 x i2> %v to <16 x double>
  store <16 x double> %f, ptr %q
  ret void
}

define void @from(ptr %p, ptr %q) "target-cpu"="icelake-server" {
  %f = load <16 x float>, ptr %p
  %v = fptoui <16 x float> %f to <16 x i4>
  store <16 x i4> %v, ptr %q
  ret void
}
