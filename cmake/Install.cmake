# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cmake --install build --prefix P`, and the Debian package that `cpack` makes of the same files.
#
#     P/bin/                    lanesmith, lanesmith-opt, lanesmith-cc, lanesmith-c++
#     P/lib/LanesmithPass.so    the plugin; of a second LLVM with its number
#     P/lib/lanesmith/          the IR library, a module a target, as text and bitcode
#     P/lib/cmake/Lanesmith/    find_package(Lanesmith)
#     P/include/                lanesmith.h, lanesmith/
#     P/share/lanesmith/        spec/, the database, what benches read; the program finds it from
#                               its own place, so P can be moved
#     P/share/man/, completions, share/doc/, share/pkgconfig/
#
# The IR library's bitcode is made by the reference LLVM.

# In a build directory share/lanesmith is the source tree.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share)
file(CREATE_LINK ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/share/lanesmith SYMBOLIC)

# ---- bitcode and database ----

set(bitcode_stamp ${lowerings_dir}/bitcode.stamp)
add_custom_command(OUTPUT ${bitcode_stamp}
  COMMAND ${CMAKE_COMMAND} -DDIR=${lowerings_dir} -DAS=${LLVM_BIN_${llvm_reference}}/llvm-as
    -P ${CMAKE_CURRENT_LIST_DIR}/Bitcode.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${bitcode_stamp}
  DEPENDS ${lowerings_dir}/table.c ${CMAKE_CURRENT_LIST_DIR}/Bitcode.cmake
  COMMENT "Making bitcode of the IR library" VERBATIM)

# The database as it is installed: without a journal mode that needs files beside it.
set(packages ${CMAKE_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${packages})
find_program(SQLITE3 sqlite3 REQUIRED)
add_custom_command(OUTPUT ${packages}/lanesmith.db
  COMMAND ${CMAKE_COMMAND} -E rm -f ${packages}/lanesmith.db
  COMMAND ${SQLITE3} ${LANESMITH_DB} "VACUUM INTO '${packages}/lanesmith.db'"
  DEPENDS ${lowerings_dir}/table.c
  COMMENT "Copying the database for an installation" VERBATIM)

add_custom_target(to_install ALL DEPENDS ${bitcode_stamp} ${packages}/lanesmith.db)
add_dependencies(to_install lowerings_emitted)

# ---- files ----

set(share share/lanesmith)
install(CODE "if(NOT EXISTS \"${packages}/lanesmith.db\" OR NOT EXISTS \"${bitcode_stamp}\")
  message(FATAL_ERROR \"nothing to install: ${CMAKE_BINARY_DIR} is not built; run scripts/build\")
endif()")
install(TARGETS lanesmith RUNTIME DESTINATION bin)
foreach(version IN LISTS LANESMITH_LLVM)
  set(suffix ${llvm_suffix_${version}})
  install(TARGETS lanesmith-opt${suffix} RUNTIME DESTINATION bin)
  install(TARGETS LanesmithPass${suffix} LIBRARY DESTINATION lib)
  install(PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/lanesmith-cc${suffix}
    ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/lanesmith-c++${suffix} DESTINATION bin)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/ DESTINATION include)
install(DIRECTORY ${lowerings_dir}/ DESTINATION lib/lanesmith
  FILES_MATCHING PATTERN *.ll PATTERN *.bc)
# File by file: a folder of C code alone would be installed empty.
file(GLOB_RECURSE texts RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  spec/*.spec spec/*.ir spec/*.ll spec/*.cost spec/*.stock bench/*.tsv bench/*.sl)
foreach(text IN LISTS texts)
  get_filename_component(folder ${text} DIRECTORY)
  install(FILES ${text} DESTINATION ${share}/${folder})
endforeach()
install(DIRECTORY bench/workloads bench/streams DESTINATION ${share}/bench)
install(DIRECTORY examples DESTINATION ${share})
install(FILES db/attested DESTINATION ${share}/db)
install(FILES ${packages}/lanesmith.db DESTINATION ${share} PERMISSIONS
  OWNER_READ GROUP_READ WORLD_READ)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/lanesmith)
install(FILES LICENSE DESTINATION share/doc/lanesmith RENAME copyright)
install(DIRECTORY docs/ DESTINATION share/doc/lanesmith FILES_MATCHING PATTERN *.md)

install(DIRECTORY docs/ DESTINATION share/man/man1 FILES_MATCHING PATTERN *.1)
install(FILES cli/completions/lanesmith.bash DESTINATION share/bash-completion/completions
  RENAME lanesmith)
# Where zsh looks below /usr/local, and where Debian's looks below /usr.
foreach(dir site-functions vendor-completions)
  install(FILES cli/completions/lanesmith.zsh DESTINATION share/zsh/${dir} RENAME _lanesmith)
endforeach()
install(FILES cli/completions/lanesmith.fish DESTINATION share/fish/vendor_completions.d)

configure_file(cmake/lanesmith.pc.in ${packages}/lanesmith.pc @ONLY)
configure_file(cmake/LanesmithConfig.cmake.in ${packages}/LanesmithConfig.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${packages}/LanesmithConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${packages}/lanesmith.pc DESTINATION share/pkgconfig)
install(FILES ${packages}/LanesmithConfig.cmake ${packages}/LanesmithConfigVersion.cmake
  DESTINATION lib/cmake/Lanesmith)

# ---- the Debian package ----

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lanesmith)
set(CPACK_PACKAGE_CONTACT "The Lanesmith developers <lanesmith@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "proved instruction sequences for packed fields")
set(CPACK_PACKAGE_DESCRIPTION "Lanesmith finds the cheapest instruction sequence for operations on
fields of 1, 2, 4 ... bits that are packed in registers, proves it, and brings it into programs: as
C headers, as a library of LLVM IR, and as a pass for clang and opt.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
list(TRANSFORM LANESMITH_LLVM PREPEND clang- OUTPUT_VARIABLE clangs)
list(JOIN clangs ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_THREADS 0)
include(CPack)
