
define void @match_star(ptr %p, ptr %q, ptr %r) "target-cpu"="icelake-server" {
  %bits = load <128 x i1>, ptr %p
  %class.a = load <128 x i1>, ptr %q
  %class = and <128 x i1> %class.a, %bits
  %class.n = bitcast <128 x i1> %class to i128
  %marker.n = shl i128 %class.n, 1
  %marker = bitcast i128 %marker.n to <128 x i1>
  %in = and <128 x i1> %marker, %class
  %in.n = bitcast <128 x i1> %in to i128
  %sum.n = add i128 %in.n, %class.n
  %sum = bitcast i128 %sum.n to <128 x i1>
  %other = xor <128 x i1> %sum, %class
  %match = or <128 x i1> %other, %marker
  store <128 x i1> %match, ptr %r
  ret void
}

define void @to_vector(i128 %n, ptr %q, ptr %r) "target-cpu"="icelake-server" {
  %m = shl i128 %n, 1
  %a = bitcast i128 %m to <64 x i2>
  %b = load <64 x i2>, ptr %q
  %c = and <64 x i2> %a, %b
  %d = add <64 x i2> %c, %b
  store <64 x i2> %d, ptr %r
  ret void
}

define i64 @word(i64 %n, ptr %q) "target-cpu"="icelake-server" {
  %a = bitcast i64 %n to <64 x i1>
  %b = load <64 x i1>, ptr %q
  %c = and <64 x i1> %a, %b
  %d = bitcast <64 x i1> %c to i64
  %e = add i64 %d, %n
  ret i64 %e
}
