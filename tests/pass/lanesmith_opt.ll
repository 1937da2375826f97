; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; lanesmith-opt does what the plugin does, byte for byte, as text and as bitcode.
; RUN: %lanesmith-opt -S -o %t.ll %s
; RUN: %check %s < %t.ll
; RUN: %lower %s -o %t.plugin.ll
; RUN: diff %t.ll %t.plugin.ll
; RUN: %lanesmith-opt < %s > %t.bc
; RUN: %lanesmith-opt -S %t.bc | %check %s
; RUN: %lanesmith-opt -S -mcpu=x86-64-v3 --stats %s 2>&1 | %check --check-prefix=V3 %s
; RUN: %lanesmith-opt -S -o %t.silent.ll %s > %t.silent 2>&1
; RUN: %check --check-prefix=SILENT --allow-empty %s < %t.silent
; RUN: %lanesmith-opt -S --remarks -o %t.remarks.ll %s 2>&1 | %check --check-prefix=REMARKS %s
; RUN: diff %t.ll %t.remarks.ll
; RUN: sh -c '%lanesmith-opt -S -mcpu=pdp11 -o %t.no %s; test $? -eq 2' && %not ls %t.no
; RUN: sh -c '%lanesmith-opt -S %t.missing; test $? -eq 3'
; RUN: sh -c '%lanesmith-opt --frobnicate; test $? -eq 2'
; RUN: %lanesmith-opt --help | %check --check-prefix=HELP %s

; CHECK-LABEL: @add(
; CHECK: store <2 x i64>
; V3: lanesmith - lowered: binary operators
; V3: store <4 x i64>
; V3: "target-cpu"="x86-64-v3"
; SILENT-NOT: {{.}}
; REMARKS: load on small fields is left: volatile or atomic
; REMARKS: 3 instructions on small fields are lowered, 1 are left
; HELP: Usage: lanesmith-opt
; HELP: Exit status
define void @add(ptr %p, ptr %r) {
  %a = load <128 x i2>, ptr %p
  %c = add <128 x i2> %a, %a
  %v = load volatile <128 x i2>, ptr %p
  store <128 x i2> %c, ptr %r
  ret void
}
