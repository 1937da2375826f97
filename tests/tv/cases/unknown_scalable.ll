; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Nor are scalable vectors.
; TV: unknown
; SAYS: not modelled
define <vscale x 4 x i2> @f(<vscale x 4 x i2> %a) {
  %x = add <vscale x 4 x i2> %a, %a
  ret <vscale x 4 x i2> %x
}
; ---- after ----
define <vscale x 4 x i2> @f(<vscale x 4 x i2> %a) {
  %x = shl <vscale x 4 x i2> %a, splat (i2 1)
  ret <vscale x 4 x i2> %x
}
