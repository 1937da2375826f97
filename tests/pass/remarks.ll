; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Remarks say what was lowered, and of each instruction that was left why.
; RUN: %lower -pass-remarks=lanesmith -pass-remarks-missed=lanesmith %s -o /dev/null 2>&1 | %check %s
; RUN: %lower -pass-remarks-output=%t.yaml -pass-remarks-filter=lanesmith %s -o /dev/null
; RUN: %check --check-prefix=YAML %s < %t.yaml
; RUN: %lower -pass-remarks-analysis=lanesmith %s -o %t.ll 2>&1 | %check --check-prefix=USES %s
; RUN: %check --check-prefix=MARKS %s < %t.ll

; CHECK-DAG: load on small fields is left: volatile or atomic
; CHECK-DAG: add on small fields is left: no lowering in the table
; CHECK-DAG: 3 instructions on small fields are lowered, 1 are left
; Which lowerings of the table a function was made of; the marks that tell it are gone.
; USES: lowered: lowerings: 1 of add 2 128 x86-64
; USES-NOT: lowerings:
; MARKS-NOT: lanesmith.lowering
; YAML: --- !Missed
; YAML: Name: {{ *}}left_volatile
define void @lowered(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load volatile <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}

define void @left(ptr %p) {
  %a = load <5 x i33>, ptr %p
  %c = add <5 x i33> %a, %a
  store <5 x i33> %c, ptr %p
  ret void
}
