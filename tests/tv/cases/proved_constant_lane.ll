; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A lane of a constant in another form.
; TV: proved
define <2 x i8> @f(<2 x i8> %a) {
  %r = add <2 x i8> %a, <i8 3, i8 5>
  ret <2 x i8> %r
}
; ---- after ----
define <2 x i8> @f(<2 x i8> %a) {
  %r = add <2 x i8> %a, <i8 extractelement (<16 x i8> bitcast (<2 x i64> <i64 772, i64 5> to <16 x i8>), i32 1), i8 extractelement (<16 x i8> bitcast (<2 x i64> <i64 772, i64 5> to <16 x i8>), i32 8)>
  ret <2 x i8> %r
}
