
define <16 x i8> @row_sum(ptr %p) "target-cpu"="x86-64-v2" {
  %x = load <16 x i4>, ptr %p
  %l = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %r = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison>
  %a = zext <16 x i4> %l to <16 x i8>
  %b = zext <16 x i4> %x to <16 x i8>
  %c = zext <16 x i4> %r to <16 x i8>
  %s = add <16 x i8> %a, %b
  %t = add <16 x i8> %s, %c
  ret <16 x i8> %t
}

define <16 x i8> @slopes(ptr %p) "target-cpu"="x86-64-v2" {
  %x = load <16 x i4>, ptr %p
  %l = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 poison, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %a = sext <16 x i4> %l to <16 x i8>
  %b = sext <16 x i4> %x to <16 x i8>
  %s = sub <16 x i8> %b, %a
  ret <16 x i8> %s
}

define <16 x i8> @other_extension(ptr %p) "target-cpu"="x86-64-v2" {
  %x = load <16 x i4>, ptr %p
  %l = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %a = zext <16 x i4> %l to <16 x i8>
  %b = sext <16 x i4> %x to <16 x i8>
  %s = add <16 x i8> %a, %b
  ret <16 x i8> %s
}

define <8 x i8> @reversed(ptr %p) "target-cpu"="x86-64-v2" {
  %x = load <8 x i4>, ptr %p
  %l = shufflevector <8 x i4> %x, <8 x i4> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %a = zext <8 x i4> %l to <8 x i8>
  %b = zext <8 x i4> %x to <8 x i8>
  %s = add <8 x i8> %a, %b
  ret <8 x i8> %s
}

define <8 x i8> @kept(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %x = load <8 x i4>, ptr %p
  %y = load <8 x i4>, ptr %q
  %l = shufflevector <8 x i4> %x, <8 x i4> poison, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 7>
  %m = shufflevector <8 x i4> %x, <8 x i4> %y, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>
  store <8 x i4> %l, ptr %q
  %a = zext <8 x i4> %l to <8 x i8>
  %b = zext <8 x i4> %x to <8 x i8>
  %c = zext <8 x i4> %m to <8 x i8>
  %s = add <8 x i8> %a, %b
  %t = add <8 x i8> %s, %c
  ret <8 x i8> %t
}

define <8 x i16> @not_negative(ptr %p) "target-cpu"="x86-64-v2" {
  %x = load <8 x i2>, ptr %p
  %l = shufflevector <8 x i2> %x, <8 x i2> poison, <8 x i32> <i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0, i32 1>
  %a = zext nneg <8 x i2> %l to <8 x i16>
  %b = zext <8 x i2> %x to <8 x i16>
  %s = mul <8 x i16> %a, %b
  ret <8 x i16> %s
}
