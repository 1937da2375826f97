# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The JSON of `tv` appears function by function: the line of the first is complete while the
# second is being decided.
. "$(dirname "$0")/lib.sh"
cat >before.ll <<'LL'
define i32 @easy(i32 %a) {
  %r = add i32 %a, %a
  ret i32 %r
}
LL
undecided hard
sed -i 's/add i32 %a, %a/shl i32 %a, 1/' after.ll
"$LANESMITH" tv --json before.ll after.ll --timeout 600 >out 2>err </dev/null &
pid=$!
last="tv --json"
until [ "$(wc -l <out)" -ge 1 ]; do
  kill -0 $pid 2>/dev/null || fail "it ended, and no line was there"
  sleep 0.05
done
kill -0 $pid || fail "both are decided"
says out '"function": "easy"'
lacks out '"function": "hard"'
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || fail "it did not end by the signal"
python3 -c 'import json; json.load(open("out"))' || fail "no JSON"
