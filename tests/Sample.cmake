# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which tests a revision runs in CI, where not all are run. check_sample.cmake tries it.

# The number that a revision gives a test, from 0 to before `share`.
function(lanesmith_draw name share out)
  string(MD5 digest "${LANESMITH_TEST_SEED} ${name}")
  string(SUBSTRING ${digest} 0 6 digest)
  math(EXPR drawn "0x${digest} % ${share}")
  set(${out} ${drawn} PARENT_SCOPE)
endfunction()

# Whether a test is left to another revision. drawn: 0 where its turn is now. changed: paths, one a
# line. Not left is a test whose turn it is, one whose own file changed, and one in whose folders
# (the rest) anything changed.
function(lanesmith_leaves name drawn changed out)
  string(REGEX REPLACE ".*[.]" "" own "${name}")
  string(REGEX REPLACE "-[0-9]+$" "" own "${own}") # with another LLVM
  set(left ${drawn})
  if("${changed}" MATCHES "(^|\n)(tests|docs)/([^\n]*/)?${own}[.\n]")
    set(left 0)
  endif()
  foreach(folder IN LISTS ARGN)
    if("\n${changed}" MATCHES "\n${folder}/")
      set(left 0)
    endif()
  endforeach()
  set(${out} ${left} PARENT_SCOPE)
endfunction()
