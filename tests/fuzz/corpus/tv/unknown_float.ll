; Floating-point arithmetic is not modelled.
; TV: unknown
; SAYS: not known here
define float @f(float %a) {
  %x = fadd float %a, 1.0
  ret float %a
}
; ---- after ----
define float @f(float %a) {
  %x = fsub float %a, -1.0
  ret float %a
}
