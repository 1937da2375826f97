# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What LLVM calls fatal is an error of ours: 2 for a module that it cannot go on with (broken, and with debug information, so that it is
# verified while it is read), 3 where memory ends. Nobody aborts.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
cat >broken.ll <<'TEXT'
define i8 @f(i8 %a) !dbg !4 {
  %b = add i8 %c, 1
  %c = add i8 %a, 1
  ret i8 %b
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, isOptimized: true, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!4 = distinct !DISubprogram(name: "f", file: !2, line: 1, unit: !1, type: !5)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
TEXT
echo 'define i8 @f(i8 %a) { ret i8 %a }' >good.ll
run 2 "$LANESMITH" tv good.ll broken.ll
says err "lanesmith tv: error: broken.ll: LLVM cannot go on with this module: Broken module found"
[ -s out ] && fail "something was printed on standard output"
run 2 "$LANESMITH" tv broken.ll good.ll
run 2 "$LANESMITH_OPT" -S broken.ll -o written.ll
says err "lanesmith-opt: error: broken.ll: LLVM cannot go on with this module: Broken module found"
[ -e written.ll ] && fail "something was written"
# Memory: as much as the programs need to begin, and not what a long module takes. A sanitized program cannot begin at all.
{
  echo 'define i64 @f(i64 %x0) {'
  seq 400000 | awk '{ printf "  %%x%d = add i64 %%x%d, %d\n", $1, $1 - 1, $1 }'
  echo '  ret i64 %x400000'
  echo '}'
} >long.ll
first() { # PROGRAM ARGUMENTS: the least limit under which it does that
  for limit in 160000 200000 250000 300000 400000; do
    (ulimit -v $limit && "$@" >/dev/null 2>&1) && { echo $limit; return; }
  done
}
limit=$(first "$LANESMITH" tv good.ll good.ll)
[ -z "$limit" ] || run 3 bash -c "ulimit -v $limit; \"$LANESMITH\" tv long.ll long.ll"
[ -z "$limit" ] || says err memory
limit=$(first "$LANESMITH_OPT" -S good.ll)
[ -z "$limit" ] || run 3 bash -c "ulimit -v $limit; \"$LANESMITH_OPT\" -S long.ll"
[ -z "$limit" ] || says err memory
