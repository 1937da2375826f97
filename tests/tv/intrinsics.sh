# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every intrinsic that the table has, or that the pass's source names, is known to the IR reader: what one of them is in would be unknown.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
# Modules of WebAssembly are not compared: addresses have 64 bits here (docs/tv.md).
cat "$LOWERINGS"/*.ll | grep -v '@llvm\.wasm\.' |
    grep -o '@llvm\.[A-Za-z0-9_.]*' | tr -d @ | sort -u >table
grep -orh --include='*.[ch]' --include='*.cpp' '"llvm\.[a-z0-9_.]*"' \
    "$LANESMITH_SOURCE"/lowerings/pass "$LANESMITH_SOURCE"/lowerings/permute | tr -d '"' | sort -u >pass
[ "$(wc -l <table)" -ge 100 ] || fail "the table names hardly any intrinsic"
[ "$(wc -l <pass)" -ge 20 ] || fail "the pass names hardly any intrinsic"
cat table pass >names
"$TV_INTRINSICS" <names >out || fail "$TV_INTRINSICS"
lacks out "not known"
# and what is none of them is told
echo llvm.x86.aesni.aesenc | "$TV_INTRINSICS" >out
says out "not known: llvm.x86.aesni.aesenc"
