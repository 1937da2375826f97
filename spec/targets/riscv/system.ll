; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; system.ll - system calls of Linux, for programs that run in an emulator
; (verify/hardware/emulator.c): the number in a7, arguments from a0 on, the result in a0.

define internal i64 @system_read(ptr %at, i64 %size) nounwind {
  %n = call i64 asm sideeffect "ecall", "={x10},{x17},{x10},{x11},{x12},~{memory}"(i64 63, i64 0, ptr %at, i64 %size)
  ret i64 %n
}

define internal i64 @system_write(ptr %at, i64 %size) nounwind {
  %n = call i64 asm sideeffect "ecall", "={x10},{x17},{x10},{x11},{x12},~{memory}"(i64 64, i64 1, ptr %at, i64 %size)
  ret i64 %n
}

define internal void @system_exit() nounwind {
  call void asm sideeffect "ecall", "{x17},{x10},~{memory}"(i64 93, i64 0)
  ret void
}
