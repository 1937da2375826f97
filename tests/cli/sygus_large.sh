# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lanesmith sygus: large files are read in time that grows with their size, hostile ones end at a limit that is named, and the time
# limit begins before the file is read. Quadratic look-ups took minutes for the first file here, and 80 MB filled the memory.
. "$(dirname "$0")/lib.sh"
grammar='(set-logic BV)
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)
  ((V (_ BitVec 32)))
  ((V (_ BitVec 32) (x #x00000001 (bvadd V V)))))'
many=100000

# Of each kind 100,000: sorts, functions with and without parameters, variables; then examples and constraints about variables.
awk -v grammar="$grammar" -v n=$many 'BEGIN {
  print grammar
  for (i = 0; i < n; i++) printf "(define-sort s%d () (_ BitVec 32))\n(define-fun c%d () s%d #x%08x)\n", i, i, i, i
  for (i = 0; i < n; i++) printf "(define-fun d%d ((a s%d)) s%d (bvadd a #x00000001))\n", i, i, i
  print "(declare-var x s7)\n(constraint (= (f x) (d77777 x)))\n(check-synth)"
}' >many.sl
run 0 "$LANESMITH" sygus many.sl
says out '; f: 1 operation, proved shortest'
awk -v grammar="$grammar" -v n=$many 'BEGIN {
  print grammar
  for (i = 0; i < n; i++) printf "(declare-var v%d (_ BitVec 32))\n(constraint (= (f v%d) (bvadd v%d #x00000001)))\n", i, i, i
  for (i = 0; i < n; i++) printf "(constraint (= (f #x%08x) #x%08x))\n", i, i + 1
  print "(check-synth)"
}' >many.sl
run 0 "$LANESMITH" sygus many.sl
says out '; f: 1 operation, proved shortest'
rm many.sl

# A chain of functions makes a term that is nested as deep as the chain is long.
awk -v grammar="$grammar" 'BEGIN {
  print grammar "\n(declare-var x (_ BitVec 32))\n(define-fun d0 () Bool true)\n(define-fun p0 ((a Bool)) Bool a)"
  for (i = 1; i < 5000; i++) printf "(define-fun p%d ((a Bool)) Bool (not (= a (p%d a))))\n", i, i - 1
  print "(constraint (= (f x) (bvadd x #x00000001)))\n(check-synth)"
}' >chain.sl
run 2 "$LANESMITH" sygus chain.sl
says err 'with the functions that it uses, this term is nested deeper than 2000'

# A list of operands makes no term that is nested as deep as the list is long: walking it exhausted the stack.
awk -v grammar="$grammar" -v n=$many 'BEGIN {
  print grammar "\n(declare-var x (_ BitVec 32))\n(declare-var y (_ BitVec 32))\n(constraint (and (= (f x) y)"
  for (i = 0; i < n; i++) printf " (bvule x (bvor x #x%08x))", i
  print "))\n(check-synth)"
}' >list.sl
run 2 "$LANESMITH" sygus list.sl
says err "the variable 'y', which is no argument of 'f' here, is not supported"

# Mistakes without end are not kept.
{ echo "$grammar"; yes '(constraint (= (f x) y))' | head -n $many; } >mistakes.sl
run 2 "$LANESMITH" sygus mistakes.sl
says err 'the file ends without (check-synth)'
{ echo "$grammar"; yes '(oops)' | head -n $many; echo '(check-synth)'; } >mistakes.sl
run 2 "$LANESMITH" sygus mistakes.sl
says err 'error: more than 100 errors; mend those above first'
[ "$(grep -c 'error: ' err)" -eq 101 ] || fail "expected 101 errors"

# 80 MB, nested and flat.
head -c 80000000 /dev/zero | tr '\0' '(' >nested.sl
run 2 "$LANESMITH" sygus nested.sl
says err 'nested.sl:1:101: error: nested deeper than 100'
[ "$(grep -c 'error: ' err)" -eq 1 ] || fail "expected one error"
mkdir -p spec/isa && cp "$LANESMITH_SOURCE"/spec/classes.spec spec && mv nested.sl spec/isa/hostile.spec
run 2 "$LANESMITH" show --instrs --spec spec
says err 'hostile.spec:1:101: error: nested deeper than 100'
yes '()' | head -c 80000000 >spec/isa/hostile.spec
run 2 "$LANESMITH" show --instrs --spec spec
says err 'hostile.spec:4000001:1: error: more than 4000000 words and lists in a file; split it'
rm -r spec

# A file without end.
run 2 "$LANESMITH" sygus /dev/zero
says err '/dev/zero: error: larger than 128 MiB, the most that is read of a file'

# The time is over before a slow file has been read.
mkfifo slow.sl
{ { sleep 2; echo "$grammar"; echo '(declare-var x (_ BitVec 32)) (constraint (= (f x) (bvadd x #x00000001))) (check-synth)'; } >slow.sl & }
run 1 "$LANESMITH" sygus slow.sl --timeout 1
says out '; time-out after 1 s, before the file was read'
says out 'fail'
lacks out 'define-fun'
