
define <64 x i2> @add(<64 x i2> %a, <64 x i2> %b) {
  %c = add <64 x i2> %a, %b
  ret <64 x i2> %c
}
