; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; riscv.ll - what riscv.c calls, by the pass.
target triple = "riscv64-unknown-linux-gnu"

define void @pass_add(ptr %p, ptr %q, ptr %r) #0 {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @pass_umin(ptr %p, ptr %q, ptr %r) #0 {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.umin.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

declare <32 x i4> @llvm.umin.v32i4(<32 x i4>, <32 x i4>)

attributes #0 = { vscale_range(2,2) "target-features"="+m,+v" }
