// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* guards: a feature of one instruction set is found in any file but those that design.md names */
const char *err_sets_feature = "avx2";
