# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM, Z3, SQLite, jansson, zlib and the LLVM tools that the tests run. `scripts/setup` installs
# them.
#
# The command `lanesmith` has one LLVM, the reference: what its code generator counted is in the
# winners' texts, and db/attested signs it. The plugin and lanesmith-opt are built for each version
# that LANESMITH_LLVM lists.
set(llvm_reference 19)
set(llvm_supported 19 22)
set(LANESMITH_LLVM ${llvm_reference} CACHE STRING
  "LLVM of the plugin and lanesmith-opt: 19, 22, or \"19;22\"; files of the second have its number")
list(REMOVE_DUPLICATES LANESMITH_LLVM)
foreach(version IN LISTS LANESMITH_LLVM)
  if(NOT version IN_LIST llvm_supported)
    set(unsupported TRUE)
  endif()
endforeach()
if(unsupported OR NOT LANESMITH_LLVM)
  message(FATAL_ERROR
    "LANESMITH_LLVM is '${LANESMITH_LLVM}', but the plugin works with LLVM 19 and 22: configure "
    "with -DLANESMITH_LLVM=19, -DLANESMITH_LLVM=22 or '-DLANESMITH_LLVM=19;22'.")
endif()

# The library llvm-${version}, and LLVM_INCLUDE_${version}, LLVM_PREFIX_${version},
# LLVM_BIN_${version}.
function(lanesmith_find_llvm version)
  find_program(LLVM_CONFIG_${version} NAMES llvm-config-${version})
  if(NOT LLVM_CONFIG_${version})
    message(FATAL_ERROR
      "llvm-config-${version} is missing; scripts/setup installs LLVM ${version}.")
  endif()
  foreach(dir include lib prefix bin)
    string(REGEX REPLACE "^(include|lib|bin)$" "\\1dir" option ${dir})
    execute_process(COMMAND ${LLVM_CONFIG_${version}} --${option}
                    OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(TOUPPER ${dir} DIR)
    set(LLVM_${DIR}_${version} ${path})
    set(LLVM_${DIR}_${version} ${path} PARENT_SCOPE)
  endforeach()
  add_library(llvm-${version} INTERFACE)
  target_include_directories(llvm-${version} SYSTEM INTERFACE ${LLVM_INCLUDE_${version}})
  target_link_libraries(llvm-${version} INTERFACE ${LLVM_LIB_${version}}/libLLVM-${version}.so)
endfunction()

set(llvm_wanted ${llvm_reference} ${LANESMITH_LLVM})
list(REMOVE_DUPLICATES llvm_wanted)
foreach(version IN LISTS llvm_wanted)
  lanesmith_find_llvm(${version})
endforeach()
add_library(llvm ALIAS llvm-${llvm_reference})

# What the names of a version's files and targets end in: nothing for the first of the list.
foreach(version IN LISTS LANESMITH_LLVM)
  set(llvm_suffix_${version} -${version})
endforeach()
list(GET LANESMITH_LLVM 0 llvm_first)
set(llvm_suffix_${llvm_first} "")

find_library(Z3_LIBRARY z3 REQUIRED)
find_path(Z3_INCLUDE z3.h REQUIRED)
add_library(z3 INTERFACE)
target_include_directories(z3 SYSTEM INTERFACE ${Z3_INCLUDE})
target_link_libraries(z3 INTERFACE ${Z3_LIBRARY})

find_package(SQLite3 REQUIRED)
add_library(sqlite3 INTERFACE)
target_link_libraries(sqlite3 INTERFACE SQLite::SQLite3)

find_library(JANSSON_LIBRARY jansson REQUIRED)
find_path(JANSSON_INCLUDE jansson.h REQUIRED)
add_library(jansson INTERFACE)
target_include_directories(jansson SYSTEM INTERFACE ${JANSSON_INCLUDE})
target_link_libraries(jansson INTERFACE ${JANSSON_LIBRARY})

find_package(ZLIB REQUIRED)
add_library(zlib INTERFACE)
target_link_libraries(zlib INTERFACE ZLIB::ZLIB)

find_library(CMOCKA_LIBRARY cmocka)
