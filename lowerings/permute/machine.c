// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* machine.c - capabilities by name, and sets of them. Called by the emitter of the table, by the
 * pass's reader of it and by the ways to make programs. */
#include "machine.h"

typedef struct capability_info {
    const char *name;
    unsigned arity;
} capability_info;

static const capability_info known[CAPABILITIES] = {
    [CHOOSES_IN_16] = {"chooses_bytes_in_16", 2},
    [CHOOSES_IN_ALL] = {"chooses_bytes_in_all", 2},
    [CHOOSES_OF_TWO] = {"chooses_bytes_of_two", 3},
    [CHOOSES_LONGS_OF_TWO] = {"chooses_longs_of_two", 3},
    [TAKES_WINDOWS] = {"takes_windows", 2},
    [PACKS_WORDS] = {"packs_words", 2},
    [MULTIPLIES_BITS] = {"multiplies_bits", 2},
    [ADDS_PRODUCTS_8] = {"adds_products_of_8", 2},
    [ADDS_PRODUCTS_16] = {"adds_products_of_16", 2},
    [GATHERS_BITS] = {"gathers_bits", 2},
    [SCATTERS_BITS] = {"scatters_bits", 2},
    [SHIFTS_EACH_16] = {"shifts_each_16", 2},
    [SHIFTS_EACH_32] = {"shifts_each_32", 2},
    [SELECTS_BITS] = {"selects_bits", 3},
    [COMPARES_TO_BITS] = {"compares_to_bits", 2},
    [COUNTS_ONES] = {"counts_ones", 1},
};

const char *capability_name(capability a)
{
    return known[a].name;
}

unsigned capability_arity(capability a)
{
    return known[a].arity;
}

/* 0 for widths that no register has. */
static unsigned bit_of_width(unsigned bytes)
{
    for (unsigned k = 0; k < MACHINE_WIDTHS; k++)
        if (bytes == 4U << k) return 1U << k;
    return 0;
}

bool machine_can(const machine *m, capability a, unsigned bytes)
{
    return m->can[a] & bit_of_width(bytes);
}

void machine_add(machine *m, capability a, unsigned bytes)
{
    m->can[a] = (unsigned char)(m->can[a] | bit_of_width(bytes));
}
