# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What users take away, made from the winners in git: database, headers, IR library, table, pass plugin, lanesmith-opt.
#
#   db/winners/*.low, db/attested, spec/  -- lanesmith db load, lanesmith verify -->  lanesmith.db
#                            -- lanesmith emit -->  include/lanesmith/*.h, lowerings/*.ll, lowerings/table.c
#                            -- compiler       -->  lib/LanesmithPass.so, bin/lanesmith-opt
#
# What the texts say is attested where db/attested has its digest; `verify` proves the rest, and no row twice. Target: lowerings.

set(LANESMITH_DB ${CMAKE_BINARY_DIR}/lanesmith.db)
set(lowerings_dir ${CMAKE_BINARY_DIR}/lowerings)
set(pass_dir ${PROJECT_SOURCE_DIR}/lowerings/pass)
file(MAKE_DIRECTORY ${lowerings_dir} ${CMAKE_BINARY_DIR}/include/lanesmith)
file(GLOB winners CONFIGURE_DEPENDS db/winners/*.low)
file(GLOB attested CONFIGURE_DEPENDS db/attested)
file(GLOB_RECURSE spec_texts CONFIGURE_DEPENDS spec/*.spec spec/*.ir spec/*.cost)

# ---- database and emission ----

if(winners)
  set(load_winners COMMAND $<TARGET_FILE:${generator}> db load --db ${LANESMITH_DB} ${winners})
endif()
# What the command is made of, but for its revision: a commit alone makes nothing anew.
set(made_by $<TARGET_OBJECTS:${generator}>)
string(REPLACE lanesmith "" suffix ${generator})
foreach(module spec lowerings db verify synth)
  list(APPEND made_by lanesmith_${module}${suffix})
endforeach()

add_custom_command(
  OUTPUT ${lowerings_dir}/proved.stamp
  ${load_winners}
  COMMAND $<TARGET_FILE:${generator}> verify --db ${LANESMITH_DB}
  COMMAND ${CMAKE_COMMAND} -E touch ${lowerings_dir}/proved.stamp
  DEPENDS ${made_by} ${winners} ${attested} ${spec_texts}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Loading the winners, and proving what is not attested"
  VERBATIM)

add_custom_command(
  OUTPUT ${lowerings_dir}/table.c
  COMMAND $<TARGET_FILE:${generator}> emit --db ${LANESMITH_DB} --out ${CMAKE_BINARY_DIR}
  DEPENDS ${lowerings_dir}/proved.stamp
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Emitting headers, IR library and lowering table"
  VERBATIM)
add_custom_target(lowerings_emitted DEPENDS ${lowerings_dir}/table.c)

# ---- the pass ----

set(pass_sources pool recipe target fields formula steps steps_code casts named arbitrary sums moves masks elements convert memory flow pattern accumulators products rewrite uneven wide weigh digits digits_code transpose
  prepare classify fuse idioms lookup plan lower pass)
list(TRANSFORM pass_sources PREPEND ${pass_dir}/)
list(TRANSFORM pass_sources APPEND .c)

# LLVM is built without RTTI and exceptions.
set_source_files_properties(${pass_dir}/plugin.cpp PROPERTIES
  COMPILE_OPTIONS "-fno-rtti;-fno-exceptions")

function(lanesmith_use_pass target)
  target_include_directories(${target} PRIVATE ${pass_dir})
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE})
  target_compile_definitions(${target} PRIVATE
    __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  add_dependencies(${target} lowerings_emitted)
endfunction()

# What is never sanitized: the few lines of C++, which share inline functions with the LLVM
# libraries; and the table, which is data.
add_library(lanesmith_pass_common OBJECT ${pass_dir}/plugin.cpp ${lowerings_dir}/table.c)
lanesmith_use_pass(lanesmith_pass_common)
target_compile_options(lanesmith_pass_common PRIVATE -fno-sanitize=all)
set_target_properties(lanesmith_pass_common PROPERTIES
  C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)

# The plugin is loaded into opt or clang: it takes LLVM from there and must not bring a sanitizer's runtime.
add_library(LanesmithPass MODULE ${pass_sources} $<TARGET_OBJECTS:lanesmith_pass_common>)
lanesmith_use_pass(LanesmithPass)
set_target_properties(LanesmithPass PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
lanesmith_never_sanitize(LanesmithPass)

# The same objects for programs: lanesmith-opt and the tests. A sanitized build has a sanitized
# library, too.
if(LANESMITH_SANITIZE)
  set(pass_of_plugin lanesmith_pass-plain)
else()
  set(pass_of_plugin lanesmith_pass)
endif()
add_library(${pass_of_plugin} STATIC
  $<TARGET_OBJECTS:LanesmithPass> $<TARGET_OBJECTS:lanesmith_pass_common>)
set_target_properties(${pass_of_plugin} PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(${pass_of_plugin} PUBLIC llvm19)
if(LANESMITH_SANITIZE)
  add_library(lanesmith_pass STATIC ${pass_sources} $<TARGET_OBJECTS:lanesmith_pass_common>)
  lanesmith_use_pass(lanesmith_pass)
  target_link_libraries(lanesmith_pass PUBLIC llvm19)
endif()

add_executable(lanesmith-opt ${pass_dir}/opt.c)
lanesmith_use_pass(lanesmith-opt)
target_link_libraries(lanesmith-opt lanesmith_pass lanesmith_spec)

add_custom_target(lowerings ALL DEPENDS lowerings_emitted LanesmithPass lanesmith-opt)
