# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pass.sh FILE PROVED - what the pass makes of an IR file refines it, on each target of the table.
#
# Functions that no proof is found for are listed in pass_unknown.txt, one "FILE FUNCTION" a line; a
# line that is not needed any more is an error too. The budget is counted in steps of the solver, so
# that the answer does not depend on the machine. "; TV-CPU: ..." in the file: a target more;
# "; TV-CPUS: ...": these in place of the usual ones.
#
# Pairs of texts that were compared are written to PROVED, one "DIGEST DIR/FILE CPU UNKNOWN..." a
# line. The file `proved` beside this script has such lines of earlier runs. It is believed as it
# was at the revision that scripts/base names, so that no change brings its own; one in 16 of its
# lines, chosen by the commit, and with TV_ALL=1 every pair, is compared all the same. Of pairs that
# it has not, of a file that has not changed, the commit chooses one in $LANESMITH_TEST_SHARE in CI
# (scripts/test); nothing is written to PROVED then.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
file=$1
record=$2
name=$(basename "$file")
key=$(basename "$(dirname "$file")")/$name
steps=50000000
grep -q "^$name " "$LANESMITH_SOURCE/tests/tv/pass_unknown.txt" && steps=12000000 # what is not proved should not take long
: >believed
seed=0
share=1 # of new pairs
if [ -z "${TV_ALL-}" ] && base=$("$LANESMITH_SOURCE/scripts/base"); then
  git -C "$LANESMITH_SOURCE" show "$base:tests/tv/proved" 2>err | grep -F " $key " >believed
  seed=$((0x$(git -C "$LANESMITH_SOURCE" rev-parse HEAD | cut -c1-7)))
  [ ! -s believed ] || ! git -C "$LANESMITH_SOURCE" diff --quiet "$base" -- "$file" ||
    share=${LANESMITH_TEST_SHARE-1}
fi
: >compared
: >left
: >unknown.txt
own=$(sed -n 's/^; TV-CPUS: //p' "$file")
for cpu in ${own:-x86-64 x86-64-v3 x86-64-v4 $(sed -n 's/^; TV-CPU: //p' "$file")}; do
  # What is not IR is none of our business: other tests look at what the pass says of it. The same text is proved once.
  "$LANESMITH_OPT" -S -mcpu=$cpu "$file" -o after.ll 2>err || { [ $? -eq 2 ] && exit 0; fail "lanesmith-opt -mcpu=$cpu"; }
  cmp -s after.ll proved.ll && continue
  cp after.ll proved.ll
  # Without the lines that hold the path of the file.
  digest=$({
    cat "$file"
    echo "; --assume loads-whole --steps $steps"
    sed '/^; ModuleID = /d; /^source_filename = /d' after.ll
  } | sha256sum | cut -d' ' -f1)
  if grep "^$digest " believed >line && [ $(((0x${digest:0:7} + seed) % 16)) -ne 0 ]; then
    echo "$key for $cpu: compared earlier"
    cat line >>compared
    cut -d' ' -f4- line | tr ' ' '\n' | sed -n "s/^..*/$name &/p" >>unknown.txt
    continue
  fi
  if [ ! -s line ] && [ $(((0x${digest:0:7} + seed) % share)) -ne 0 ]; then
    echo "$key for $cpu: left to other revisions" | tee -a left
    continue
  fi
  "$LANESMITH" tv "$file" after.ll --assume loads-whole --steps $steps --timeout 600 >out 2>err
  [ $? -le 1 ] || fail "lanesmith tv of $name for $cpu"
  grep '^refuted' out && fail "$name for $cpu is not a refinement"
  sed -n 's/^unknown *\([^ :]*\):.*/\1/p' out | sort -u >without
  echo "$digest $key $cpu $(tr '\n' ' ' <without)" >>compared
  sed "s/^/$name /" without >>unknown.txt
  grep '^unknown' out
done
sort -u unknown.txt >found.txt
grep "^$name " "$LANESMITH_SOURCE/tests/tv/pass_unknown.txt" | sort -u >listed.txt
if [ -s left ]; then
  comm -13 listed.txt found.txt >difference
  [ ! -s difference ] ||
    { cat difference; fail "of $name functions are unknown that pass_unknown.txt does not list"; }
  exit
fi
diff listed.txt found.txt >difference || { cat difference; fail "of $name other functions are unknown than pass_unknown.txt lists"; }
sed 's/ *$//' compared >"$record"
