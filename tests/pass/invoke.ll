; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A value that an invoke makes has no place behind it where it could be taken over: its users are left.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @caller(
; CHECK: invoke <64 x i2> @may_throw()
; CHECK: add <64 x i2>
; CHECK: ret void
declare <64 x i2> @may_throw()
declare i32 @__gxx_personality_v0(...)
define void @caller(ptr %p, ptr %q) personality ptr @__gxx_personality_v0 {
  %v = invoke <64 x i2> @may_throw() to label %good unwind label %bad
good:
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %v
  store <64 x i2> %c, ptr %p
  store <64 x i2> %c, ptr %q
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
