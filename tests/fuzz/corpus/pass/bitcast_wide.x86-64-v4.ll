
define <8 x i64> @wide(<8 x i64> noundef %x, <8 x i64> noundef %y) "target-cpu"="x86-64-v4" {
  %a = bitcast <8 x i64> %x to <256 x i2>
  %b = bitcast <8 x i64> %y to <256 x i2>
  %c = add <256 x i2> %a, %b
  %z = bitcast <256 x i2> %c to <8 x i64>
  ret <8 x i64> %z
}
