; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A select keeps the poison of the arm that is not taken to itself; and and or do not.
; TV: refuted
; SAYS: after poison
define i1 @f(i1 %c, i1 %d) {
  %s = select i1 %c, i1 %d, i1 false
  ret i1 %s
}
; ---- after ----
define i1 @f(i1 %c, i1 %d) {
  %s = and i1 %c, %d
  ret i1 %s
}
