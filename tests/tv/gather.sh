# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gather.sh OUT RECORD... - what pass.sh has compared, as one list.
out=$1
shift
{
  echo "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
  echo "# Pairs of texts that \`lanesmith tv\` has compared, with the functions that it found no" \
    "proof of."
  echo "# Read by pass.sh; written by the target tv_proved."
  cat "$@" | LC_ALL=C sort -k2
} >"$out.new" && mv "$out.new" "$out"
