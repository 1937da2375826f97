# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Exit status, JSON, bitcode, choice of functions; the same answer twice is the same bytes.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
cat >before.ll <<'TEXT'
define i8 @right(i8 %a) {
  %b = add i8 %a, %a
  ret i8 %b
}
define i8 @wrong(i8 %a) {
  %b = add i8 %a, 1
  ret i8 %b
}
define i8 @strange(fp128 %x, i8 %a) {
  %b = add i8 %a, 2
  ret i8 %b
}
define i8 @same(i8 %a) {
  ret i8 %a
}
TEXT
sed 's/add i8 %a, %a/shl i8 %a, 1/; s/add i8 %a, 1/add i8 %a, 3/; s/add i8 %a, 2/sub i8 %a, -2/' before.ll >after.ll
run 1 "$LANESMITH" tv before.ll after.ll
says out "proved   right"
says out "refuted  wrong"
says out "  the result: before 0x"
says out "  %a = 0x"
says out "unknown  strange: first function: a parameter of a type that is not modelled: fp128 %x"
says out "proved   same: the same text"
says out "4 functions: 2 proved, 1 refuted, 1 unknown"
cp out first
run 1 "$LANESMITH" tv before.ll after.ll
cmp out first || fail "another answer"
run 1 "$LANESMITH" tv before.ll after.ll --allow-unknown
run 1 "$LANESMITH" tv before.ll after.ll --function strange
run 0 "$LANESMITH" tv before.ll after.ll --function strange --allow-unknown
run 0 "$LANESMITH" tv before.ll after.ll --function right
says out "1 function: 1 proved"
run 1 "$LANESMITH" tv before.ll after.ll --json
says out '{"function": "right", "answer": "proved", "assumed": "", "how": ""'
says out '{"function": "wrong", "answer": "refuted"'
says out '"proved": 2, "assumed": 0, "refuted": 1, "unknown": 1'
python3 -c 'import json; r = json.load(open("out")); assert len(r["functions"]) == 4'
# JSON is UTF-8, whatever bytes a name has.
sed 's/@same/@"s\\FFme"/' before.ll >strange.ll
run 0 "$LANESMITH" tv strange.ll strange.ll --json
python3 -c '
import json
report = json.load(open("out", encoding="utf-8"))
assert report["functions"][3]["function"] == "s\ufffdme"' ||
  fail "a name that is not UTF-8"
# The assumption is reported where it was needed, and only there.
cat >load.ll <<'TEXT'
define void @copy(ptr %p, ptr %q) {
  %x = load <8 x i4>, ptr %p
  %y = add <8 x i4> %x, %x
  store <8 x i4> %y, ptr %q
  ret void
}
TEXT
cat >register.ll <<'TEXT'
define void @copy(ptr %p, ptr %q) {
  %l = load i32, ptr %p
  %x = freeze i32 %l
  %y = shl i32 %x, 1
  %z = and i32 %y, -286331154
  store i32 %z, ptr %q
  ret void
}
TEXT
run 1 "$LANESMITH" tv load.ll register.ll
says out "refuted  copy"
says out "(poison"
run 0 "$LANESMITH" tv load.ll register.ll --assume loads-whole
says out "proved   copy (assuming loads-whole)"
says out "1 proved (1 assuming loads-whole)"
run 1 "$LANESMITH" tv register.ll load.ll --assume loads-whole
run 0 "$LANESMITH" tv load.ll load.ll --assume loads-whole
lacks out "(assuming"
