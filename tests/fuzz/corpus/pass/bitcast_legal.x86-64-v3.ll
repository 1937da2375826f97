
define <4 x i32> @vector(<16 x i8> %x, <2 x i64> %y) "target-cpu"="x86-64-v3" {
  %a = bitcast <16 x i8> %x to <64 x i2>
  %b = bitcast <2 x i64> %y to <64 x i2>
  %c = add <64 x i2> %a, %b
  %z = bitcast <64 x i2> %c to <4 x i32>
  ret <4 x i32> %z
}

define i64 @scalar(i64 %x, i64 noundef %y) "target-cpu"="x86-64-v3" {
  %a = bitcast i64 %x to <32 x i2>
  %b = bitcast i64 %y to <32 x i2>
  %c = add <32 x i2> %a, %b
  %z = bitcast <32 x i2> %c to i64
  ret i64 %z
}
