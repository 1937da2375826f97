// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* allinputs.c - a claim about few bits of input, tried on all of them.
 *
 * A quotient of floating-point numbers is hundreds of operators on a field of 8 bits: far too much
 * for a solver's clauses, and little for 65,536 evaluations. The claim's difference is compiled to
 * a tape (tape.h); what the tape says is compared with term_eval, which is other code, on a sample,
 * and on the input that fails.
 *
 * Called by verify.c. */
#include "allinputs.h"

#include "spec/term/tape.h"

/* Claims of fewer steps are the solver's: its answer takes milliseconds. */
enum { BITS_MAX = 16, STEPS_MIN = 300, STEPS_MAX = 50000, BLOCK = 1024, COMPARED = 64 };

/* Case number n: the inputs' bits one behind the other. */
static void put_case(const obligation *o, uint64_t n, uint64_t *value, size_t stride)
{
    unsigned width = o->chunk.width;
    for (unsigned i = 0; i < o->ninputs; i++, n >>= width)
        value[i * stride] = n & ((1ULL << width) - 1);
}

/* Whether term_eval says the same of the difference for case n. */
static bool is_confirmed(const obligation *o, term difference, uint64_t n, uint64_t answer)
{
    uint64_t value[CLAIM_INPUTS_MAX], out[1] = {0};
    const uint64_t *values[CLAIM_INPUTS_MAX];
    put_case(o, n, value, 1);
    for (unsigned i = 0; i < o->ninputs; i++) values[i] = &value[i];
    term_eval(o->c, difference, o->chunk.input, values, o->ninputs, out);
    return (out[0] & 1) == (answer & 1);
}

/* The first case in which the difference is true; `cases` when there is none. */
static uint64_t first_failing(const obligation *o, term difference, tape *p, uint64_t cases)
{
    uint64_t *value = mem_alloc((size_t)BLOCK * CLAIM_INPUTS_MAX, sizeof *value),
             *out = mem_alloc(BLOCK, sizeof *out), failing = cases;
    tape_column column[CLAIM_INPUTS_MAX];
    for (unsigned i = 0; i < o->ninputs; i++)
        column[i] = (tape_column){value + (size_t)i * BLOCK, 1};
    for (uint64_t first = 0; first < cases && failing == cases; first += BLOCK) {
        size_t count = cases - first < BLOCK ? (size_t)(cases - first) : BLOCK;
        for (size_t k = 0; k < count; k++) put_case(o, first + k, value + k, BLOCK);
        tape_run(p, column, count, out, 1);
        for (size_t k = 0; k < count && failing == cases; k++) {
            bool compared = (first + k) % (cases / COMPARED + 1) == 0 || (out[k] & 1);
            require(!compared || is_confirmed(o, difference, first + k, out[k]),
                    "tapes and term_eval agree");
            if (out[k] & 1) failing = first + k;
        }
    }
    mem_free(value);
    mem_free(out);
    return failing;
}

all_inputs_answer all_inputs_try(const obligation *o, bool short_too, sample *failing)
{
    const claim *k = &o->chunk;
    unsigned bits = k->width * o->ninputs;
    if (o->forms > 1 || !bits || bits > BITS_MAX) return ALL_INPUTS_NOT_TRIED;
    term difference = claim_difference(o, k);
    tape *p = tape_new(o->c, difference, k->input, o->ninputs);
    if (!p) return ALL_INPUTS_NOT_TRIED;
    uint64_t cases = 1ULL << bits, n = cases;
    unsigned steps = tape_steps(p);
    bool tried = (short_too || steps >= STEPS_MIN) && steps <= STEPS_MAX;
    if (tried) n = first_failing(o, difference, p, cases);
    tape_free(p);
    if (!tried) return ALL_INPUTS_NOT_TRIED;
    if (n == cases) return ALL_INPUTS_HOLD;
    uint64_t value[CLAIM_INPUTS_MAX];
    *failing = (sample){0};
    put_case(o, n, value, 1);
    for (unsigned i = 0; i < o->ninputs; i++) failing->limb[i][0] = value[i];
    return ALL_INPUTS_FAIL;
}
