# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -P check_sample.cmake - guards: a changed test runs, and so do all guides after a change of
# what their figures come from; the others are drawn.
include(${CMAKE_CURRENT_LIST_DIR}/Sample.cmake)
set(LANESMITH_TEST_SEED 1)
set(folders lowerings spec bench db)

function(expect name left changed)
  lanesmith_leaves(${name} 100000 "${changed}" got ${ARGN})
  if(got)
    set(got 1)
  endif()
  if(NOT got EQUAL left)
    message(SEND_ERROR "${name} with ${changed}: ${got}, expected ${left}")
  endif()
endfunction()

expect(install.guide.dna 1 "" ${folders})
expect(install.guide.dna 0 "docs/guides/dna.md\n" ${folders})
expect(install.guide.dna 0 "docs/guides/c.md\ntests/install/guide/dna.md\n" ${folders})
expect(install.guide.dna 1 "docs/guides/c.md\nsynth/job/dna.c\n" ${folders})
foreach(path lowerings/pass/pass.c spec/words.spec bench/bench.c db/winners/add.low)
  expect(install.guide.dna 0 "README.md\n${path}\n" ${folders})
  expect(install.guide.dna 0 "${path}\n" ${folders})
  expect(install.package 1 "${path}\n")
endforeach()
expect(install.guide.dna 1 "tests/spec/x.spec\ndocs/db.md\n" ${folders})
expect(cli.find 0 "tests/cli/find.sh\n")
expect(cli.find 1 "tests/cli/finder.sh\ntests/cli/refind.sh\n")
