# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What users take away, made from the winners in git: database, headers, IR library, table, pass
# plugin, lanesmith-opt.
#
#   db/**/*.low, db/attested, spec/  -- lanesmith db load, lanesmith verify -->  lanesmith.db
#                            -- lanesmith emit -->  include/lanesmith/*.h, lowerings/*.ll,
#                                                 lowerings/table.c
#                            -- compiler       -->  lib/LanesmithPass.so, bin/lanesmith-opt
#
# What the texts say is attested where db/attested has its digest; `verify` proves the rest, and no
# row twice. Target: lowerings.

set(LANESMITH_DB ${CMAKE_BINARY_DIR}/lanesmith.db)
set(lowerings_dir ${CMAKE_BINARY_DIR}/lowerings)
set(pass_dir ${PROJECT_SOURCE_DIR}/lowerings/pass)
file(MAKE_DIRECTORY ${lowerings_dir} ${CMAKE_BINARY_DIR}/include/lanesmith)
file(GLOB_RECURSE winners RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS db/*.low)
file(GLOB attested CONFIGURE_DEPENDS db/attested)
file(GLOB_RECURSE spec_texts CONFIGURE_DEPENDS spec/*.spec spec/*.ir spec/*.ll spec/*.cost)
file(GLOB_RECURSE stock_texts CONFIGURE_DEPENDS spec/*.stock)

# ---- database and emission ----

# The journal in the database has the words of its commands: no directories of the builder.
file(RELATIVE_PATH db_of_source ${PROJECT_SOURCE_DIR} ${LANESMITH_DB})
if(winners)
  set(load_winners COMMAND $<TARGET_FILE:lanesmith> db load --db ${db_of_source} db)
endif()
# What the command is made of, but for its revision: a commit alone makes nothing anew.
set(made_by $<TARGET_OBJECTS:lanesmith>)
foreach(module spec lowerings db verify synth)
  list(APPEND made_by lanesmith_${module})
endforeach()

add_custom_command(
  OUTPUT ${lowerings_dir}/proved.stamp
  ${load_winners}
  COMMAND $<TARGET_FILE:lanesmith> verify --db ${db_of_source}
  COMMAND ${CMAKE_COMMAND} -E touch ${lowerings_dir}/proved.stamp
  DEPENDS ${made_by} ${winners} ${attested} ${spec_texts}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Loading the winners, and proving what is not attested"
  VERBATIM)

add_custom_command(
  OUTPUT ${lowerings_dir}/table.c
  COMMAND $<TARGET_FILE:lanesmith> emit --db ${db_of_source} --out ${CMAKE_BINARY_DIR}
  DEPENDS ${lowerings_dir}/proved.stamp ${stock_texts}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Emitting headers, IR library and lowering table"
  VERBATIM)
add_custom_target(lowerings_emitted DEPENDS ${lowerings_dir}/table.c)

# ---- the pass ----

# opt.c is lanesmith-opt's own, entry.c the plugin's. Of the spec memory: its library is for the
# reference LLVM.
file(GLOB_RECURSE pass_sources CONFIGURE_DEPENDS
  ${pass_dir}/*.c ${PROJECT_SOURCE_DIR}/lowerings/permute/*.c)
list(REMOVE_ITEM pass_sources ${pass_dir}/opt.c ${pass_dir}/entry.c)
foreach(name base map stop)
  list(APPEND pass_sources ${PROJECT_SOURCE_DIR}/spec/base/${name}.c)
endforeach()

# Besides, what reads and writes files.
set(opt_sources ${pass_dir}/opt.c ${PROJECT_SOURCE_DIR}/spec/base/file.c)

# LLVM is built without RTTI and exceptions.
set(pass_cpp ${pass_dir}/base/shim.cpp ${pass_dir}/plugin.cpp)
set_source_files_properties(${pass_cpp} PROPERTIES
  COMPILE_OPTIONS "-fno-rtti;-fno-exceptions")

function(lanesmith_use_pass target version)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_${version}})
  target_compile_definitions(${target} PRIVATE
    __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  add_dependencies(${target} lowerings_emitted)
endfunction()

# What is never sanitized: the table, which is data; and the few lines of C++, which share inline
# functions with the LLVM libraries.
add_library(lanesmith_table OBJECT ${lowerings_dir}/table.c)
add_dependencies(lanesmith_table lowerings_emitted)
set_target_properties(lanesmith_table PROPERTIES C_VISIBILITY_PRESET hidden)

# bin/lanesmith-cc or bin/lanesmith-c++: clang with the plugin of that version, for a language in a
# mode of clang's driver.
function(lanesmith_wrap_clang version name language mode)
  set(name lanesmith-${name}${llvm_suffix_${version}})
  set(plugin LanesmithPass${llvm_suffix_${version}}.so)
  configure_file(${pass_dir}/cc.in ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}
                 @ONLY USE_SOURCE_PERMISSIONS)
endfunction()

function(lanesmith_build_opt name library version)
  target_link_libraries(${library} PUBLIC llvm-${version})
  add_executable(${name} ${opt_sources})
  lanesmith_use_pass(${name} ${version})
  target_link_libraries(${name} ${library} lanesmith_revision)
endfunction()

# The plugin, the pass as a library and lanesmith-opt for one version of LLVM; their names end in
# its suffix.
function(lanesmith_build_pass version)
  set(suffix ${llvm_suffix_${version}})
  set(common lanesmith_plugin${suffix})
  add_library(${common} OBJECT ${pass_cpp})
  lanesmith_use_pass(${common} ${version})
  set_target_properties(${common} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  set(objects $<TARGET_OBJECTS:${common}> $<TARGET_OBJECTS:lanesmith_table>)

  # Functions are bound when they are first called: under another LLVM some are missing, and entry.c
  # says so. (gold does not know packed relocations.)
  add_library(LanesmithPass${suffix} MODULE ${pass_dir}/entry.c ${pass_sources} ${objects})
  target_link_options(LanesmithPass${suffix} PRIVATE
    -fuse-ld=bfd -Wl,-z,lazy,-z,pack-relative-relocs)
  lanesmith_use_pass(LanesmithPass${suffix} ${version})
  set_target_properties(LanesmithPass${suffix} PROPERTIES PREFIX ""
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)

  # The same objects for programs: lanesmith-opt and the tests.
  add_library(lanesmith_pass${suffix} STATIC $<TARGET_OBJECTS:LanesmithPass${suffix}> ${objects})
  set_target_properties(lanesmith_pass${suffix} PROPERTIES LINKER_LANGUAGE CXX)
  lanesmith_build_opt(lanesmith-opt${suffix} lanesmith_pass${suffix} ${version})
  if(LANESMITH_SANITIZE)
    add_library(lanesmith_pass-sanitized${suffix} STATIC ${pass_sources} ${objects})
    lanesmith_use_pass(lanesmith_pass-sanitized${suffix} ${version})
    lanesmith_build_opt(lanesmith-opt-sanitized${suffix} lanesmith_pass-sanitized${suffix}
      ${version})
    lanesmith_sanitize(lanesmith_pass-sanitized${suffix} lanesmith-opt-sanitized${suffix})
    if(NOT version EQUAL llvm_reference) # but where a test of the pass is made of the library
      set_target_properties(lanesmith_pass-sanitized${suffix} lanesmith-opt-sanitized${suffix}
        PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()

  add_dependencies(lowerings LanesmithPass${suffix} lanesmith-opt${suffix})
endfunction()

add_custom_target(lowerings ALL DEPENDS lowerings_emitted)
foreach(version IN LISTS LANESMITH_LLVM)
  lanesmith_build_pass(${version})
  lanesmith_wrap_clang(${version} cc C "")
  lanesmith_wrap_clang(${version} c++ C++ "--driver-mode=g++ ")
endforeach()
