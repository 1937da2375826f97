# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM 19, Z3, SQLite and the LLVM tools that the tests run. `scripts/setup` installs them.
find_program(LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE LLVM_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE LLVM_LIB OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --prefix OUTPUT_VARIABLE LLVM_PREFIX OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --bindir OUTPUT_VARIABLE LLVM_BIN OUTPUT_STRIP_TRAILING_WHITESPACE)

add_library(llvm19 INTERFACE)
target_include_directories(llvm19 SYSTEM INTERFACE ${LLVM_INCLUDE})
target_link_libraries(llvm19 INTERFACE ${LLVM_LIB}/libLLVM-19.so)

find_library(Z3_LIBRARY z3 REQUIRED)
find_path(Z3_INCLUDE z3.h REQUIRED)
add_library(z3 INTERFACE)
target_include_directories(z3 SYSTEM INTERFACE ${Z3_INCLUDE})
target_link_libraries(z3 INTERFACE ${Z3_LIBRARY})

find_package(SQLite3 REQUIRED)
add_library(sqlite3 INTERFACE)
target_link_libraries(sqlite3 INTERFACE SQLite::SQLite3)

find_library(CMOCKA_LIBRARY cmocka)
