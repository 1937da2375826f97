; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Nor is assembly.
; TV: unknown
; SAYS: inline assembly
define i8 @f(i8 %a) {
  call void asm sideeffect "nop", ""()
  ret i8 %a
}
; ---- after ----
define i8 @f(i8 %a) {
  call void asm sideeffect "nop; nop", ""()
  ret i8 %a
}
