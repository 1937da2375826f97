; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Arithmetic that tells of overflow: sum and bits are ordinary operations.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 210
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 170
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 170

; CHECK-LABEL: @uadd_2(
; CHECK-NOT: with.overflow
define void @uadd_2(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %pair = call { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %value = extractvalue { <64 x i2>, <64 x i1> } %pair, 0
  %over = extractvalue { <64 x i2>, <64 x i1> } %pair, 1
  store <64 x i2> %value, ptr %r
  %wide = sext <64 x i1> %over to <64 x i2>
  store <64 x i2> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @uadd_4(
; CHECK-NOT: with.overflow
define void @uadd_4(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.uadd.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %value = extractvalue { <32 x i4>, <32 x i1> } %pair, 0
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i4> %value, ptr %r
  %wide = sext <32 x i1> %over to <32 x i4>
  store <32 x i4> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @uadd_3(
; CHECK-NOT: with.overflow
define void @uadd_3(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <21 x i3>, ptr %p
  %b = load <21 x i3>, ptr %q
  %pair = call { <21 x i3>, <21 x i1> } @llvm.uadd.with.overflow.v21i3(<21 x i3> %a, <21 x i3> %b)
  %value = extractvalue { <21 x i3>, <21 x i1> } %pair, 0
  %over = extractvalue { <21 x i3>, <21 x i1> } %pair, 1
  store <21 x i3> %value, ptr %r
  %wide = sext <21 x i1> %over to <21 x i3>
  store <21 x i3> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @sadd_2(
; CHECK-NOT: with.overflow
define void @sadd_2(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %pair = call { <64 x i2>, <64 x i1> } @llvm.sadd.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %value = extractvalue { <64 x i2>, <64 x i1> } %pair, 0
  %over = extractvalue { <64 x i2>, <64 x i1> } %pair, 1
  store <64 x i2> %value, ptr %r
  %wide = sext <64 x i1> %over to <64 x i2>
  store <64 x i2> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @sadd_4(
; CHECK-NOT: with.overflow
define void @sadd_4(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.sadd.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %value = extractvalue { <32 x i4>, <32 x i1> } %pair, 0
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i4> %value, ptr %r
  %wide = sext <32 x i1> %over to <32 x i4>
  store <32 x i4> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @sadd_3(
; CHECK-NOT: with.overflow
define void @sadd_3(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <21 x i3>, ptr %p
  %b = load <21 x i3>, ptr %q
  %pair = call { <21 x i3>, <21 x i1> } @llvm.sadd.with.overflow.v21i3(<21 x i3> %a, <21 x i3> %b)
  %value = extractvalue { <21 x i3>, <21 x i1> } %pair, 0
  %over = extractvalue { <21 x i3>, <21 x i1> } %pair, 1
  store <21 x i3> %value, ptr %r
  %wide = sext <21 x i1> %over to <21 x i3>
  store <21 x i3> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @usub_2(
; CHECK-NOT: with.overflow
define void @usub_2(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %pair = call { <64 x i2>, <64 x i1> } @llvm.usub.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %value = extractvalue { <64 x i2>, <64 x i1> } %pair, 0
  %over = extractvalue { <64 x i2>, <64 x i1> } %pair, 1
  store <64 x i2> %value, ptr %r
  %wide = sext <64 x i1> %over to <64 x i2>
  store <64 x i2> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @usub_4(
; CHECK-NOT: with.overflow
define void @usub_4(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.usub.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %value = extractvalue { <32 x i4>, <32 x i1> } %pair, 0
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i4> %value, ptr %r
  %wide = sext <32 x i1> %over to <32 x i4>
  store <32 x i4> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @usub_3(
; CHECK-NOT: with.overflow
define void @usub_3(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <21 x i3>, ptr %p
  %b = load <21 x i3>, ptr %q
  %pair = call { <21 x i3>, <21 x i1> } @llvm.usub.with.overflow.v21i3(<21 x i3> %a, <21 x i3> %b)
  %value = extractvalue { <21 x i3>, <21 x i1> } %pair, 0
  %over = extractvalue { <21 x i3>, <21 x i1> } %pair, 1
  store <21 x i3> %value, ptr %r
  %wide = sext <21 x i1> %over to <21 x i3>
  store <21 x i3> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @ssub_2(
; CHECK-NOT: with.overflow
define void @ssub_2(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %pair = call { <64 x i2>, <64 x i1> } @llvm.ssub.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %value = extractvalue { <64 x i2>, <64 x i1> } %pair, 0
  %over = extractvalue { <64 x i2>, <64 x i1> } %pair, 1
  store <64 x i2> %value, ptr %r
  %wide = sext <64 x i1> %over to <64 x i2>
  store <64 x i2> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @ssub_4(
; CHECK-NOT: with.overflow
define void @ssub_4(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.ssub.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %value = extractvalue { <32 x i4>, <32 x i1> } %pair, 0
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i4> %value, ptr %r
  %wide = sext <32 x i1> %over to <32 x i4>
  store <32 x i4> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @ssub_3(
; CHECK-NOT: with.overflow
define void @ssub_3(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <21 x i3>, ptr %p
  %b = load <21 x i3>, ptr %q
  %pair = call { <21 x i3>, <21 x i1> } @llvm.ssub.with.overflow.v21i3(<21 x i3> %a, <21 x i3> %b)
  %value = extractvalue { <21 x i3>, <21 x i1> } %pair, 0
  %over = extractvalue { <21 x i3>, <21 x i1> } %pair, 1
  store <21 x i3> %value, ptr %r
  %wide = sext <21 x i1> %over to <21 x i3>
  store <21 x i3> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @umul_2(
; CHECK-NOT: with.overflow
define void @umul_2(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %pair = call { <64 x i2>, <64 x i1> } @llvm.umul.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %value = extractvalue { <64 x i2>, <64 x i1> } %pair, 0
  %over = extractvalue { <64 x i2>, <64 x i1> } %pair, 1
  store <64 x i2> %value, ptr %r
  %wide = sext <64 x i1> %over to <64 x i2>
  store <64 x i2> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @umul_4(
; CHECK-NOT: with.overflow
define void @umul_4(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.umul.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %value = extractvalue { <32 x i4>, <32 x i1> } %pair, 0
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i4> %value, ptr %r
  %wide = sext <32 x i1> %over to <32 x i4>
  store <32 x i4> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @smul_2(
; CHECK-NOT: with.overflow
define void @smul_2(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %pair = call { <64 x i2>, <64 x i1> } @llvm.smul.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %value = extractvalue { <64 x i2>, <64 x i1> } %pair, 0
  %over = extractvalue { <64 x i2>, <64 x i1> } %pair, 1
  store <64 x i2> %value, ptr %r
  %wide = sext <64 x i1> %over to <64 x i2>
  store <64 x i2> %wide, ptr %m
  ret void
}

; CHECK-LABEL: @smul_4(
; CHECK-NOT: with.overflow
define void @smul_4(ptr %p, ptr %q, ptr %r, ptr %m) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.smul.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %value = extractvalue { <32 x i4>, <32 x i1> } %pair, 0
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i4> %value, ptr %r
  %wide = sext <32 x i1> %over to <32 x i4>
  store <32 x i4> %wide, ptr %m
  ret void
}

; The flag alone.
; CHECK-LABEL: @flag(
; CHECK-NOT: = call {{.*}}with.overflow
define void @flag(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %pair = call { <32 x i4>, <32 x i1> } @llvm.sadd.with.overflow.v32i4(<32 x i4> %a, <32 x i4> %b)
  %over = extractvalue { <32 x i4>, <32 x i1> } %pair, 1
  store <32 x i1> %over, ptr %r
  ret void
}
