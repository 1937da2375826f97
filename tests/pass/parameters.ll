; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Parameters of the pass: a CPU for functions that name none, counts, the passes that clean up; and
; names that people can read.
; RUN: %load -passes="lanesmith<target=x86-64-v3>,verify" %s | %check %s
; RUN: %load -passes="function(lanesmith<target=x86-64-v3>),verify" %s | %check %s
; RUN: %load -passes="lanesmith<target=x86-64-v3;stats>" %s -o /dev/null 2>&1 | %check %s \
; RUN:   --check-prefix=STATS
; RUN: %load -passes="function(lanesmith<stats>)" %s -o /dev/null 2>&1 | %check %s \
; RUN:   --check-prefix=EACH
; RUN: %load -passes=lanesmith %s -o /dev/null 2>&1 | %check %s --check-prefix=SILENT --allow-empty
; RUN: %load -passes="lanesmith<clean>" %s | %check %s --check-prefix=CLEAN
; RUN: %load -passes="lanesmith<stats;clean;target=x86-64-v3>,function(lanesmith)" \
; RUN:   -print-pipeline-passes %s -o /dev/null | %check %s --check-prefix=PIPELINE
; RUN: %load -passes="default<O2>" -print-pipeline-passes %s -o /dev/null | %check %s \
; RUN:   --check-prefix=DEFAULT
; RUN: %load -passes=lanesmith -time-passes %s -o /dev/null 2>&1 | %check %s --check-prefix=TIME
; RUN: %load -passes=lanesmith -print-after=lanesmith %s -o /dev/null 2>&1 | %check %s \
; RUN:   --check-prefix=AFTER

; RUN: %not %load -passes="lanesmith<speed=11>" %s -o %t.no 2>&1 | %check %s --check-prefix=UNKNOWN
; RUN: %not %load -passes="function(lanesmith<stats;Stats>)" %s -o %t.no 2>&1 | %check %s \
; RUN:   --check-prefix=UNKNOWN
; RUN: %not %load -passes="lanesmith<target=pdp11>" %s -o %t.no 2>&1 | %check %s --check-prefix=CPU
; RUN: %not %load -passes="lanesmith<target=>" %s -o %t.no 2>&1 | %check %s --check-prefix=EMPTY
; RUN: %not %load -passes="lanesmith<stats" %s -o %t.no
; RUN: %not ls %t.no

; STATS: 2 lanesmith - functions with work on small fields
; STATS: 2 lanesmith - lowered: binary operators
; EACH-COUNT-2: 1 lanesmith - functions with work on small fields
; SILENT-NOT: {{.}}
; CLEAN-LABEL: @add(
; CLEAN-COUNT-2: load
; CLEAN-NOT: load
; CLEAN: ret void
; PIPELINE: lanesmith<target=x86-64-v3;stats;clean>,function(lanesmith)
; DEFAULT: ,lanesmith<clean>,
; TIME: {{[)]  lanesmith$}}
; AFTER: IR Dump After lanesmith on
; UNKNOWN: lanesmith: unknown parameter '{{speed=11|Stats}}'; there are target=CPU, stats and clean
; EMPTY: lanesmith: target= is empty; a CPU is expected, as in target=x86-64-v3
; CPU: lanesmith: target=pdp11: LLVM knows no such CPU

; CHECK-LABEL: @add(
; CHECK: load <4 x i64>
; CHECK: store <4 x i64>
define void @add(ptr %p, ptr %r) {
  %a = load <128 x i2>, ptr %p
  %b = load <128 x i2>, ptr %p
  %c = add <128 x i2> %a, %b
  store <128 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @named(
; CHECK-NOT: <4 x i64>
; CHECK: ret void
define void @named(ptr %p, ptr %r) "target-cpu"="x86-64" {
  %a = load <128 x i2>, ptr %p
  %c = add <128 x i2> %a, %a
  store <128 x i2> %c, ptr %r
  ret void
}
; CHECK: "target-cpu"="x86-64-v3"
