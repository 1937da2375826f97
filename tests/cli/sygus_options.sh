# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lanesmith sygus: usage errors, files that are not there, the limits, JSON beside text, threads.
. "$(dirname "$0")/lib.sh"
cat >f.sl <<'SL'
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((V (_ BitVec 8)))
  ((V (_ BitVec 8) (x #x01 (bvand V V) (bvsub V V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvand x (bvsub x #x01))))
(check-synth)
SL
run 2 "$LANESMITH" sygus
says err 'expected one FILE, found 0 operands'
run 2 "$LANESMITH" sygus f.sl f.sl
says err 'expected one FILE, found 2 operands'
run 2 "$LANESMITH" sygus f.sl --max-cost 21
says err '--max-cost: expected 0..20, found `21`'
run 2 "$LANESMITH" sygus f.sl --timeout 0
says err '--timeout: expected 1..'
run 3 "$LANESMITH" sygus none.sl
says err 'none.sl: error: cannot read the file: '
# The cost at which it ends.
run 1 "$LANESMITH" sygus f.sl --max-cost 1
says out '; f: none up to cost 1'
says out 'fail'
run 0 "$LANESMITH" sygus f.sl --max-cost 2
says out '; f: 2 operations, proved shortest'
# Results do not depend on the number of threads.
cp out one
run 0 "$LANESMITH" sygus f.sl --threads 3
diff one out || fail "three threads find something else than one"
[ -s err ] && fail "nothing was to be said"
# What it took goes to standard error.
run 0 "$LANESMITH" sygus f.sl --stats
says err 'f: 3 searches, '
diff one out || fail "--stats changes the answer"
# JSON says the same.
run 0 "$LANESMITH" sygus f.sl --json
python3 -c '
import json
(f,) = json.load(open("out"))
assert (f["function"], f["end"], f["operations"], f["tree"], f["shortest"], f["at_least"]) == ("f", "solved", 2, 2, True, 2), f
assert f["solution"] in open("one").read(), f
' || fail "the JSON differs from the text"
run 1 "$LANESMITH" sygus f.sl --json --max-cost 1
python3 -c '
import json
(f,) = json.load(open("out"))
assert (f["end"], f["operations"], f["solution"], f["shortest"], f["at_least"]) == ("none", None, None, False, 2), f
' || fail "the JSON says something else than none"
# JSON names what stops the bound, as the text does.
run 0 "$LANESMITH" sygus "$LANESMITH_SOURCE/tests/sygus/ok_many_constants.sl" --json
python3 -c '
import json
(f,) = json.load(open("out"))
assert (f["gap"], f["at_least"], f["shortest"]) == ("constants", 0, False), f
' || fail "the JSON does not say why nothing is excluded"
run 0 "$LANESMITH" sygus f.sl --json
says out '"gap": null'
# A function that is solved is shown, also where another is not and the answer has none.
cat >two.sl <<'SL'
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((V (_ BitVec 8))) ((V (_ BitVec 8) (x (bvneg V)))))
(synth-fun g ((x (_ BitVec 8))) (_ BitVec 8) ((V (_ BitVec 8))) ((V (_ BitVec 8) (x (bvneg V)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvneg x)))
(constraint (= (g x) (bvnot x)))
(check-synth)
SL
run 1 "$LANESMITH" sygus two.sl --max-cost 2
says out '; (define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvneg x))'
says out '; g: none up to cost 2'
says out 'fail'
lacks out 'define-fun g'
