# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# DIR/*.bc of DIR/*.ll by the llvm-as AS. Bitcode keeps the name of its source: without a path, so
# that every build makes the same bytes.
file(GLOB modules RELATIVE ${DIR} ${DIR}/*.ll)
foreach(module IN LISTS modules)
  string(REGEX REPLACE "ll$" bc bitcode ${module})
  execute_process(COMMAND ${AS} ${module} -o ${bitcode}
    WORKING_DIRECTORY ${DIR} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
