// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workload.c - the list of workloads.
 *
 * A workload is a row of WORKLOADS, its functions are rows of FUNCTIONS. */
#include "workload.h"

#include <string.h>

#define WORKLOADS(X) X("transpose") X("dna") X("quant") X("counters") X("blur")

/* X(workload, function, data of a, bytes of a unit of a, of b, of out; specified bits of a unit of
 * out, 0: all) */
#define FUNCTIONS(X)                                                                               \
    X("transpose", "s2p_bytepack", DATA_TEXT, 128, 0, 128, 0)                                      \
    X("transpose", "s2p_ideal", DATA_TEXT, 128, 0, 128, 0)                                         \
    X("transpose", "p2s_ideal", DATA_BYTES, 128, 0, 128, 0)                                        \
    X("transpose", "match_address", DATA_TEXT, 128, 0, 16, 0)                                      \
    X("dna", "dna_pack", DATA_BASES, 64, 0, 16, 0)                                                 \
    X("dna", "dna_mismatches", DATA_BYTES, 16, 16, 4, 0)                                           \
    X("dna", "dna_pileup", DATA_BYTES, 16, 0, 0, 0)                                                \
    X("dna", "dna_matches", DATA_BYTES, 16, 16, 4, 0)                                              \
    X("quant", "quant_dot_i4", DATA_BYTES, 128, 0, 4, 0)                                           \
    X("quant", "quant_dot_i2", DATA_BYTES, 64, 0, 4, 0)                                            \
    X("counters", "counters_21xi3_add", DATA_BYTES, 8, 8, 8, 63)                                   \
    X("counters", "counters_21xi3_saturate", DATA_BYTES, 8, 8, 8, 63)                              \
    X("counters", "counters_21xi3_max", DATA_BYTES, 8, 8, 8, 63)                                   \
    X("counters", "counters_12xi5_add", DATA_BYTES, 8, 8, 8, 60)                                   \
    X("counters", "counters_12xi5_saturate", DATA_BYTES, 8, 8, 8, 60)                              \
    X("counters", "counters_12xi5_max", DATA_BYTES, 8, 8, 8, 60)                                   \
    X("counters", "counters_6xi3_add", DATA_BYTES, 4, 4, 4, 18)                                    \
    X("counters", "counters_6xi3_saturate", DATA_BYTES, 4, 4, 4, 18)                               \
    X("counters", "counters_6xi3_max", DATA_BYTES, 4, 4, 4, 18)                                    \
    X("counters", "counters_42xi3_add", DATA_BYTES, 16, 16, 16, 126)                               \
    X("counters", "counters_42xi3_saturate", DATA_BYTES, 16, 16, 16, 126)                          \
    X("counters", "counters_42xi3_max", DATA_BYTES, 16, 16, 16, 126)                               \
    X("counters", "counters_25xi5_add", DATA_BYTES, 16, 16, 16, 125)                               \
    X("counters", "counters_25xi5_saturate", DATA_BYTES, 16, 16, 16, 125)                          \
    X("counters", "counters_25xi5_max", DATA_BYTES, 16, 16, 16, 125)                               \
    X("blur", "blur", DATA_BYTES, 32, 0, 32, 0)                                                    \
    X("blur", "blur_difference", DATA_BYTES, 32, 32, 32, 0)                                        \
    X("blur", "blur_histogram", DATA_BYTES, 32, 0, 0, 0)

#define X(name) name,
const char *const workload_names[] = {WORKLOADS(X) NULL};
#undef X
static const workload_function functions[] = {
#define X(...) {__VA_ARGS__},
    FUNCTIONS(X)
#undef X
};
enum { NFUNCTIONS = sizeof functions / sizeof *functions };

const workload_function *workload_functions(const char *workload, unsigned *count)
{
    unsigned first = 0;
    while (first < NFUNCTIONS && strcmp(functions[first].workload, workload)) first++;
    for (*count = 0;
         first + *count < NFUNCTIONS && !strcmp(functions[first + *count].workload, workload);)
        ++*count;
    require(*count && *count <= WORKLOAD_FUNCTIONS_MAX,
            "a workload has 1 to WORKLOAD_FUNCTIONS_MAX functions");
    return &functions[first];
}
