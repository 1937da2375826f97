# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The limit of a function holds for all that is done about it, not only for the solver: terms of a long chain of permutations take
# minutes to make. And each function is reported as soon as it is decided: what was printed before a kill is there.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
make() { # LINKS OPERATION
  echo 'declare <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8>, <64 x i8>)'
  echo "define i8 @first(i8 %a) {"
  echo "  %r = $2 i8 %a, 0"
  echo "  ret i8 %r"
  echo "}"
  echo "define <64 x i8> @slow(<64 x i8> %p0, <64 x i8> %b) {"
  for i in $(seq "$1"); do
    echo "  %i$i = add <64 x i8> %p$((i - 1)), %b"
    echo "  %p$i = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %p$((i - 1)), <64 x i8> %i$i)"
  done
  echo "  %r = $2 <64 x i8> %p$1, %b"
  echo "  ret <64 x i8> %r"
  echo "}"
}
make 4000 add >before.ll
make 4000 sub >after.ll
run 1 timeout 120 "$LANESMITH" tv before.ll after.ll --timeout 1
says out "proved   first"
says out "unknown  slow: time-out of the function"
run 1 timeout 120 "$LANESMITH" tv before.ll after.ll --timeout 1 --json
python3 -c 'import json; r = json.load(open("out")); assert [f["answer"] for f in r["functions"]] == ["proved", "unknown"]' ||
  fail "the JSON is not what it should be"
"$LANESMITH" tv before.ll after.ll --timeout 0 --json >out 2>err &
child=$!
for _ in $(seq 600); do
  grep -q '"function": "first", "answer": "proved"' out && break
  sleep 0.1
done
kill -9 $child
wait $child 2>/dev/null
says out '"function": "first", "answer": "proved"'
