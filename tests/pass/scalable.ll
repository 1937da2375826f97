; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Scalable vectors are not ours.
; RUN: %opt %s -o %t.before
; RUN: %lower %s -o %t.after
; RUN: diff %t.before %t.after
define void @scalable(ptr %p, ptr %q) {
  %a = load <vscale x 16 x i1>, ptr %p
  %b = load <vscale x 16 x i1>, ptr %q
  %c = and <vscale x 16 x i1> %a, %b
  store <vscale x 16 x i1> %c, ptr %q
  ret void
}
