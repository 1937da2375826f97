
define <64 x i2> @add(<64 x i2> %a, <64 x i2> %b) "target-cpu"="x86-64-v3" {
  %c = add <64 x i2> %a, %b
  ret <64 x i2> %c
}
