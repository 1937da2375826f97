
define void @tables(ptr %p, ptr %q) "target-cpu"="icelake-server" "min-legal-vector-width"="0" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = sdiv <32 x i4> %a, %b
  store <32 x i4> %c, ptr %p
  ret void
}
define void @capped(ptr %p, ptr %q) "target-cpu"="icelake-server" "prefer-vector-width"="256" "min-legal-vector-width"="0" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = sdiv <32 x i4> %a, %b
  store <32 x i4> %c, ptr %p
  ret void
}
define void @without_evex512(ptr %p, ptr %q) "target-cpu"="icelake-server" "target-features"="-evex512" "min-legal-vector-width"="0" {
  %a = load <64 x i4>, ptr %p
  %b = load <64 x i4>, ptr %q
  %c = sdiv <64 x i4> %a, %b
  store <64 x i4> %c, ptr %p
  ret void
}
