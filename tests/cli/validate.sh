# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Instructions on this processor: right definitions agree, wrong ones are refuted with a counterexample, a crash loses one
# instruction only, what cannot run here is counted and named.
. "$(dirname "$0")/lib.sh"

run 0 "$LANESMITH" validate --quick --instr paddb,psignd,add,psllw
says out ': 0 mismatches in 0 instructions'
lacks out 'mismatch:'
cp out first
run 0 "$LANESMITH" validate --quick --instr paddb,psignd,add,psllw --jobs 1
same() { diff <(sed 's/; [0-9.]* s$//' "$1") <(sed 's/; [0-9.]* s$//' "$2"); }
same first out || fail "the report depends on the number of processes"

# All immediates are tried.
run 0 "$LANESMITH" validate --quick --instr psllq --json
says out '"immediates": 63'

run 2 "$LANESMITH" validate --instr padb
says err 'unknown instruction `padb`, the nearest is `paddb`'
run 2 "$LANESMITH" validate --cases 0
says err '--cases: expected 1..999999999'
run 2 "$LANESMITH" validate paddb
says err 'unexpected operand `paddb`'

# What is run and what is not are all instructions of the specification.
run 0 "$LANESMITH" show --instrs
total=$(wc -l <out)
run 0 "$LANESMITH" validate --quick --json
counted=$(sed -n 's/^{"interrupted": false, "instructions": \([0-9]*\), .*"mismatches": 0, .*"failed": 0, "skipped": \([0-9]*\), .*/\1 + \2/p' out)
[ $((counted)) -eq "$total" ] || fail "$counted instructions are not $total"
if command -v python3 >/dev/null; then
  python3 -c '
import json
v = json.load(open("out"))
assert v["instructions"] + v["skipped"] == len(v["rows"]), "rows"
assert sum("lacks" in r for r in v["rows"]) == v["skipped"], "skipped"
assert sum(r.get("immediates", 0) for r in v["rows"]) == v["immediates"], "immediates"
assert v["checked"] + v["slow"] >= v["immediates"], "checked"
' || fail "the JSON is not valid or does not add up"
fi

# A wrong definition: or for a sum.
cp -r "$LANESMITH_SOURCE/spec" spec
sed -i 's/(each i w (bvadd (field a i) (field b i))))/(each i w (bvor (field a i) (field b i))))/' spec/targets/x86/isa/arith.spec
cmp -s spec/targets/x86/isa/arith.spec "$LANESMITH_SOURCE/spec/targets/x86/isa/arith.spec" && fail "the definition of paddb was not found"
run 1 "$LANESMITH" validate --spec spec --instr paddb --cases 1000
says out 'mismatch: paddb x128 (spec/targets/x86/isa/arith.spec:'
says out '  a        = 0x01010101010101010101010101010101'
says out '  expected = 0x01010101010101010101010101010101'
says out '  actual   = 0x02020202020202020202020202020202'
run 1 "$LANESMITH" validate --spec spec --instr paddb --cases 1000 --json
says out '"counterexample": "  a        = 0x01'
run 0 "$LANESMITH" validate --spec spec --instr psubb --quick

# Wrong for one immediate of fifteen: a shift by 15 that shifts by 14.
cp "$LANESMITH_SOURCE"/spec/targets/x86/isa/*.spec spec/targets/x86/isa
sed -i 's|(each i w (bvshl (field a i) (bv k w))))|(each i w (bvshl (field a i) (bv (- k (/ k 15)) w))))|' spec/targets/x86/isa/shift.spec
run 1 "$LANESMITH" validate --spec spec --instr psllw --cases 1000
says out '  k        = 15'

# An instruction that crashes, one too wide for the fast evaluator, one for a processor that nobody has any more.
cp "$LANESMITH_SOURCE"/spec/targets/x86/isa/*.spec spec/targets/x86/isa
# (aa.spec: before all others, so that what is executed comes after what is not.)
cat >spec/targets/x86/isa/aa.spec <<'SPEC'
(target old (cpu "bdver4") (triple "x86_64-unknown-linux-gnu") (suffix "old") (features "sse2" "xop") (classes x128))
(instr (name "div") ((a r32) (b r32)) r32 (kind multiply) (llvm "udiv i32 $a, $b") (c "($a / $b)") (bvudiv a b))
(instr (name "paddo") ((a x128) (b x128)) x128 (requires "sse2") (kind add)
  (llvm "$1 = bitcast <2 x i64> $a to i128") (llvm "$2 = bitcast <2 x i64> $b to i128") (llvm "$3 = add i128 $1, $2")
  (llvm "bitcast i128 $3 to <2 x i64>") (c "f($a, $b)") (bvadd a b))
(instr (name "vpsum") ((a x128) (b x128)) x128 (requires "xop") (kind add) (lanes 64)
  (llvm "add <2 x i64> $a, $b") (c "f($a, $b)") (each i 64 (bvadd (field a i) (field b i))))
SPEC
run 1 "$LANESMITH" validate --spec spec --quick --instr div,imul,paddo
says out 'failed: div r32 (spec/targets/x86/isa/aa.spec:2'
says out '  the process '
says out '1 instruction is too wide for the fast evaluator'
says out '3 instructions, 3 with their immediates,'
if ! grep -qw xop /proc/cpuinfo 2>/dev/null; then
  run 0 "$LANESMITH" validate --spec spec --quick --instr vpsum,imul
  says out 'not executable here, needs xop:'
  says out '  vpsum x128'
  says out '; 1 not executable here;'
fi
