; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Sums in another order: not proved.
; TV: unknown
; OPTIONS: --timeout 5
define half @f(half noundef %a, half noundef %b, half noundef %c) {
  %s = fadd reassoc half %a, %b
  %r = fadd reassoc half %s, %c
  ret half %r
}
; ---- after ----
define half @f(half noundef %a, half noundef %b, half noundef %c) {
  %s = fadd half %b, %c
  %r = fadd half %s, %a
  ret half %r
}
