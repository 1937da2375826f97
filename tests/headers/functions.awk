# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# functions.awk - of headers, the first line of each function; of a second name for a function that
# line with this name.
function put_renamed(line, from, to,   at)
{
    at = index(line, from "(")
    print substr(line, 1, at - 1) to substr(line, at + length(from))
}
BEGIN { FS = "[ (]" }
/^static inline / { line[$4] = $0; print }
/^#define / && $2 != $3 && $3 in line { put_renamed(line[$3], $3, $2) }
