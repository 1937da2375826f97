// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_image.h - arithmetic on the images of a value: comparing, hashing, lanes, tables. For the
 * files of a walker only (exhaust_inside.h), which are compiled for IMAGES images a value.
 *
 * A value's images are one vector; compilers cut it to the registers that there are. Lanes of 8 to
 * 64 bits are added and shifted here as well as by kernels, because inverting an instruction
 * needs the inverse. */
#ifndef LANESMITH_EXHAUST_IMAGE_H
#define LANESMITH_EXHAUST_IMAGE_H

#include <string.h>

#include "synth/problem/problem.h"

typedef uint64_t xi __attribute__((vector_size(16 * IMAGES), aligned(16)));

static inline bool is_zero(xi v)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < 2 * IMAGES; i++) any |= v[i];
    return any == 0;
}

static inline bool equal(xi a, xi b)
{
    return is_zero(a ^ b);
}

/* The low half, folded, picks the slot; the high half is kept in it. */
static inline uint64_t hash(xi v)
{
    uint64_t h = v[0] * 0x9e3779b97f4a7c15u ^ v[1] * 0xc2b2ae3d27d4eb4fu;
    for (unsigned i = 1; i < IMAGES; i++)
        h = (h ^ h >> 29) * 0xff51afd7ed558ccdu ^ v[2 * i] * 0x9e3779b97f4a7c15u ^ v[2 * i + 1];
    return h ^ h >> 32;
}

static inline xi shift_lanes(xi v, unsigned lane, unsigned by, bool left)
{
    for (unsigned i = 0; i < 2 * IMAGES; i++) {
        uint64_t low = lane == 64 ? ~0ULL : (1ULL << lane) - 1, keep = (low >> by), all = 0;
        for (unsigned at = 0; at < 64; at += lane) all |= keep << at;
        v[i] = left ? (v[i] & all) << by : v[i] >> by & all;
    }
    return v;
}

static inline xi rotate_lanes(xi v, unsigned lane, unsigned by)
{
    return shift_lanes(v, lane, by, true) | shift_lanes(v, lane, lane - by, false);
}

static inline xi add_lanes(xi a, xi b, unsigned lane)
{
    typedef uint8_t x8 __attribute__((vector_size(16 * IMAGES)));
    typedef uint16_t x16 __attribute__((vector_size(16 * IMAGES)));
    typedef uint32_t x32 __attribute__((vector_size(16 * IMAGES)));
    typedef uint64_t x64 __attribute__((vector_size(16 * IMAGES)));
    if (lane == 8) return (xi)((x8)a + (x8)b);
    if (lane == 16) return (xi)((x16)a + (x16)b);
    if (lane == 32) return (xi)((x32)a + (x32)b);
    return (xi)((x64)a + (x64)b);
}

static inline xi sub_lanes(xi a, xi b, unsigned lane)
{
    typedef uint8_t x8 __attribute__((vector_size(16 * IMAGES)));
    typedef uint16_t x16 __attribute__((vector_size(16 * IMAGES)));
    typedef uint32_t x32 __attribute__((vector_size(16 * IMAGES)));
    typedef uint64_t x64 __attribute__((vector_size(16 * IMAGES)));
    if (lane == 8) return (xi)((x8)a - (x8)b);
    if (lane == 16) return (xi)((x16)a - (x16)b);
    if (lane == 32) return (xi)((x32)a - (x32)b);
    return (xi)((x64)a - (x64)b);
}

/* Ones in the lanes that are not zero. */
static inline xi nonzero_lanes(xi v, unsigned lane)
{
    typedef uint8_t x8 __attribute__((vector_size(16 * IMAGES)));
    typedef uint16_t x16 __attribute__((vector_size(16 * IMAGES)));
    typedef uint32_t x32 __attribute__((vector_size(16 * IMAGES)));
    typedef uint64_t x64 __attribute__((vector_size(16 * IMAGES)));
    if (lane == 8) return (xi)((x8)v != 0);
    if (lane == 16) return (xi)((x16)v != 0);
    if (lane == 32) return (xi)((x32)v != 0);
    return (xi)((x64)v != 0);
}

static inline xi table3(unsigned table, xi a, xi b, xi c)
{
    xi r = a ^ a;
    for (unsigned row = 0; row < 8; row++)
        if (table >> row & 1) r |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return r;
}

/* count results of a member; sources in arrays. */
static inline void compute(const grammar_member *m, const xi *a, const xi *b, const xi *c, xi *out,
                           unsigned count)
{
    m->run((const image *)a, (const image *)b, (const image *)c, (image *)out,
           (size_t)count * IMAGES);
}

static inline image first_image_of(xi v)
{
    image first;
    memcpy(&first, &v, sizeof first);
    return first;
}

/* Whether one of MANY images agrees with want where care is one. */
enum { MANY = 16 };
static inline bool some_of_many(const image *v, image want, image care)
{
    typedef uint64_t x4 __attribute__((vector_size(32)));
    x4 a, b, wants = {want[0], want[1], want[0], want[1]},
             cares = {care[0], care[1], care[0], care[1]}, good = {0};
    for (unsigned i = 0; i < MANY; i += 4) {
        memcpy(&a, v + i, sizeof a);
        memcpy(&b, v + i + 2, sizeof b);
        x4 p = (x4)(((a ^ wants) & cares) == 0), q = (x4)(((b ^ wants) & cares) == 0);
        good |= __builtin_shuffle(p, q, (x4){0, 4, 2, 6}) &
                __builtin_shuffle(p, q, (x4){1, 5, 3, 7});
    }
    return good[0] | good[1] | good[2] | good[3];
}

#endif
