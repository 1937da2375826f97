; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Scalable vectors that nobody touched.
; TV: proved
; SAYS: the same text
define <vscale x 4 x i2> @f(<vscale x 4 x i2> %a) {
  %x = add <vscale x 4 x i2> %a, %a
  ret <vscale x 4 x i2> %x
}
; ---- after ----
define <vscale x 4 x i2> @f(<vscale x 4 x i2> %a) {
  %x = add <vscale x 4 x i2> %a, %a
  ret <vscale x 4 x i2> %x
}
