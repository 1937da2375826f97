# Every intrinsic that the table or the pass emits is one that the IR reader knows: each name is called once, in a function of its own,
# and no function is unknown because of it. intrinsics_of lists the table's names; those of the pass stand in its source.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
cat "$LOWERINGS"/*.ll | grep -o '^declare .*@llvm\.[^(]*(.*)' | sed 's/ #[0-9]*$//; s/ noundef//g; s/ zeroext//g; s/ signext//g' | sort -u >table
[ "$(wc -l <table)" -gt 50 ] || fail "the table declares hardly any intrinsic"
