; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lowered code belongs to the line of what it replaces.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @add(
; CHECK: load <2 x i64>, {{.*}} !dbg ![[LOAD:[0-9]+]]
; CHECK: xor <2 x i64> {{.*}} !dbg ![[XOR:[0-9]+]]
; CHECK: ![[LOAD]] = !DILocation(line: 2
; CHECK: ![[XOR]] = !DILocation(line: 3
define void @add(ptr %p) !dbg !3 {
  %a = load <64 x i2>, ptr %p, !dbg !5
  %c = xor <64 x i2> %a, splat (i2 1), !dbg !6
  store <64 x i2> %c, ptr %p, !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "add", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 2, scope: !3)
!6 = !DILocation(line: 3, scope: !3)
