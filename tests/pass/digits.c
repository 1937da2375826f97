// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits.c - guards the search for ways to permute digits of addresses: costs that are known to be
 * least, goals that there is no way for, complements. That a way does what it says the pass checks
 * on labels, whenever it takes one. */
#include "lowerings/permute/digits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Of bytes; of three-input logic; of bit matrices and bytes anywhere. */
typedef enum level { PLAIN, BYTES, LOGIC, MATRICES } level;

static machine machine_of(level l)
{
    machine m = {.register_bytes = 64};
    for (unsigned bytes = 16; bytes <= 64; bytes *= 2) {
        if (l >= BYTES) machine_add(&m, CHOOSES_IN_16, bytes);
        if (l >= LOGIC) machine_add(&m, SELECTS_BITS, bytes);
        if (l < MATRICES) continue;
        machine_add(&m, MULTIPLIES_BITS, bytes);
        machine_add(&m, CHOOSES_OF_TWO, bytes);
        if (bytes > 16) machine_add(&m, CHOOSES_IN_ALL, bytes);
    }
    return m;
}

/* Text to 2^f streams of 2^places bits: the number of an element becomes the place. */
static digits_goal to_streams(unsigned places, unsigned f)
{
    digits_goal goal = {.places = places, .f = f, .loaded = true};
    for (unsigned k = 0; k < places; k++) goal.goal[k] = (uint8_t)(k + f);
    return goal;
}

static digits_goal from_streams(unsigned places, unsigned f)
{
    digits_goal goal = {.places = places, .f = f, .loaded = true};
    for (unsigned k = 0; k < places; k++) goal.goal[k] = (uint8_t)(k < f ? places + k : k - f);
    return goal;
}

/* The cost of the cheapest way; 0: there is none. */
static unsigned cost(level l, digits_goal goal)
{
    arena memory = {0};
    machine m = machine_of(l);
    const digits_way *way = digits_find(&memory, &m, &goal);
    unsigned found = way ? way->cost : 0;
    if (way) assert_memory_equal(way->step[way->count - 1].to.place, goal.goal, goal.places);
    arena_free(&memory);
    return found;
}

/* Four stages of interleaved bytes, 8 instructions each, and as many lanes as are to be exchanged;
 * three exchanges of 24 or 16 with a mask. By matrices: three stages, of which one is of any bytes,
 * and 8 products. */
static void ways_are_the_best_known(void **state)
{
    (void)state;
    assert_int_equal(cost(PLAIN, to_streams(7, 3)), 4 * 8 + 3 * 25);
    assert_int_equal(cost(BYTES, to_streams(8, 3)), 5 * 8 + 3 * 25);
    assert_int_equal(cost(LOGIC, to_streams(9, 3)), 6 * 8 + 3 * 17);
    assert_int_equal(cost(LOGIC, from_streams(7, 3)), 3 * 8 + 3 * 17);
    assert_int_equal(cost(MATRICES, to_streams(9, 3)), 1 + 9 + 14 + 2 * 8);
    assert_int_equal(cost(MATRICES, from_streams(9, 3)), 2 * 8 + 14 + 9);
}

static void wider_registers_are_less(void **state)
{
    (void)state;
    for (level l = BYTES; l <= MATRICES; l++) {
        digits_goal goal = to_streams(7, 3);
        unsigned alone = cost(l, goal);
        goal.joined = 1;
        unsigned two = cost(l, goal);
        goal.joined = 2;
        unsigned four = cost(l, goal);
        assert_true(two && four && two < alone && four < two);
    }
}

static void bits_of_a_byte_alone_have_no_way(void **state)
{
    (void)state;
    digits_goal goal = to_streams(7, 3);
    for (unsigned k = 0; k < goal.places; k++) goal.goal[k] = (uint8_t)k;
    goal.goal[0] = 1;
    goal.goal[1] = 0;
    assert_int_equal(cost(LOGIC, goal), 0);
    goal.goal[0] = 0;
    goal.goal[1] = 1;
    goal.flips = 1; /* a bit of each pair for the other */
    assert_int_equal(cost(LOGIC, goal), 0);
}

/* The lowest digit of bytes' numbers comes by numbers of registers; the lane's stays. */
static void complements_may_cost_nothing(void **state)
{
    (void)state;
    digits_goal goal = to_streams(7, 3);
    unsigned plain = cost(PLAIN, goal);
    goal.flips = 1 << 3;
    assert_int_equal(cost(PLAIN, goal), plain);
    goal = from_streams(8, 3);
    plain = cost(BYTES, goal);
    goal.flips = 1 << 7;
    assert_true(cost(BYTES, goal) >= plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_the_best_known),
        cmocka_unit_test(wider_registers_are_less),
        cmocka_unit_test(bits_of_a_byte_alone_have_no_way),
        cmocka_unit_test(complements_may_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
