# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is no module, or no pair of modules, is said with file and line, and nothing is compared.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
echo 'define i8 @f(i8 %a) { ret i8 %a }' >good.ll
printf 'define i8 @f(i8 %%a) {\n  %%b = frob i8 %%a\n}\n' >bad.ll
run 2 "$LANESMITH" tv good.ll bad.ll
says err "bad.ll:2:8: error: expected LLVM IR: expected instruction opcode"
says err "%b = frob"
[ -s out ] && fail "something was printed on standard output"
run 2 "$LANESMITH" tv bad.ll good.ll
says err "bad.ll:2:8"
run 2 "$LANESMITH" tv bad.ll bad.ll
printf 'BC\300\336nothing' >broken.bc
run 2 "$LANESMITH" tv good.ll broken.bc
says err "broken.bc"
head -c 3000 /dev/zero >zeros.bc
run 2 "$LANESMITH" tv zeros.bc good.ll
echo '; nothing' >empty.ll
run 0 "$LANESMITH" tv empty.ll good.ll
says out "0 functions: 0 proved"
# LLVM's verifier: a value that does not dominate its use.
printf 'define i8 @f(i8 %%a) {\n  %%b = add i8 %%c, 1\n  %%c = add i8 %%a, 1\n  ret i8 %%b\n}\n' >order.ll
run 2 "$LANESMITH" tv good.ll order.ll
says err "LLVM's verifier"
printf 'target datalayout = "E-m:e"\n' | cat - good.ll >big.ll
run 2 "$LANESMITH" tv big.ll big.ll
says err "expected a little-endian data layout"
printf 'target datalayout = "e-p:32:32"\n' | cat - good.ll >narrow.ll
printf 'target datalayout = "e-p:64:64"\n' | cat - good.ll >wide.ll
run 2 "$LANESMITH" tv narrow.ll wide.ll
says err "expected the data layout of the first module"
run 3 "$LANESMITH" tv good.ll nothing.ll
says err "cannot read nothing.ll"
run 2 "$LANESMITH" tv good.ll
says err "expected BEFORE and AFTER, found 1 operand"
run 2 "$LANESMITH" tv good.ll good.ll good.ll
run 2 "$LANESMITH" tv good.ll good.ll --assume nothing
says err "loads-whole"
run 2 "$LANESMITH" tv good.ll good.ll --function g
says err 'expected a function of BEFORE, found `g`'
run 2 "$LANESMITH" tv good.ll good.ll --unroll many
