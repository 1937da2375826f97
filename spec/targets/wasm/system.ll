; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; system.ll - system calls for programs that node runs (verify/hardware/emulator.c): functions that
; target.spec gives it, with addresses and sizes of 32 bits.

declare i32 @import_read(ptr, i32) "wasm-import-module"="env" "wasm-import-name"="read"
declare i32 @import_write(ptr, i32) "wasm-import-module"="env" "wasm-import-name"="write"
declare void @import_exit() "wasm-import-module"="env" "wasm-import-name"="exit"

define internal i64 @system_read(ptr %at, i64 %size) nounwind {
  %s = trunc i64 %size to i32
  %n = call i32 @import_read(ptr %at, i32 %s)
  %r = sext i32 %n to i64
  ret i64 %r
}

define internal i64 @system_write(ptr %at, i64 %size) nounwind {
  %s = trunc i64 %size to i32
  %n = call i32 @import_write(ptr %at, i32 %s)
  %r = sext i32 %n to i64
  ret i64 %r
}

define internal void @system_exit() nounwind {
  call void @import_exit()
  ret void
}
