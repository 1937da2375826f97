# pass.sh FILE - what the pass makes of an IR file refines it, on each target of the table. Functions that no proof is found for
# are listed in pass_unknown.txt, one "FILE FUNCTION" a line; a line that is not needed any more is an error too. The budget
# is counted in steps of the solver, so that the answer does not depend on the machine. "; TV-CPU: ..." in the file: a target more.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
file=$1
name=$(basename "$file")
steps=50000000
grep -q "^$name " "$LANESMITH_SOURCE/tests/tv/pass_unknown.txt" && steps=12000000 # what is not proved should not take long
for cpu in x86-64 x86-64-v3 x86-64-v4 $(sed -n 's/^; TV-CPU: //p' "$file"); do
  # What is not IR is none of our business: other tests look at what the pass says of it. The same text is proved once.
  "$LANESMITH_OPT" -S -mcpu=$cpu "$file" -o after.ll 2>err || { [ $? -eq 2 ] && exit 0; fail "lanesmith-opt -mcpu=$cpu"; }
  cmp -s after.ll proved.ll && continue
  cp after.ll proved.ll
  "$LANESMITH" tv "$file" after.ll --assume loads-whole --steps $steps --timeout 600 >out 2>err
  [ $? -le 1 ] || fail "lanesmith tv of $name for $cpu"
  grep '^refuted' out && fail "$name for $cpu is not a refinement"
  sed -n 's/^unknown *\([^ :]*\):.*/'"$name"' \1/p' out | sort >>unknown.txt
  grep '^unknown' out
done
sort -u unknown.txt >found.txt
grep "^$name " "$LANESMITH_SOURCE/tests/tv/pass_unknown.txt" | sort -u >listed.txt
diff listed.txt found.txt >difference || { cat difference; fail "of $name other functions are unknown than pass_unknown.txt lists"; }
