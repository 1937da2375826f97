// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sums.c - arbitrary shuffles by sums of products of words, where bytes cannot be chosen.
 *
 * ADDS_PRODUCTS_16 multiplies words and adds neighbouring products. A field times a power of two is
 * the field shifted to the left, so one instruction brings fields of two words to any places above
 * their own in a doubleword: of each word the mask before it says which fields, the factor, several
 * powers of two, how far. Every field so moves by every distance of its word; what is not wanted is
 * masked off behind. A field that would have to go down is brought to where it belongs in the other
 * word of the doubleword, and the words of such sums are exchanged in the end. So a program is a
 * number of rounds: words gathered (by LLVM, or by an earlier round), masked, multiplied and added,
 * masked, or'ed.
 *
 * What the rounds are is chosen greedily: each time the one with most fields an instruction. For
 * that a table holds, of each lane (doubleword of the result) and two words of a register, the most
 * fields that they give it; of that only what a round changes is made anew. The whole is done for
 * each 16 bytes of the result, with several weights for the length of a round. Called by moves.c,
 * as one of its ways; the labels of follow.c check all that is said here. */
#include "sums.h"

#include <string.h>

enum {
    WORD = 16,
    LANE = 32,
    LANES = 4,
    WORDS = 8,
    REGISTER_BYTES = 16,
    EXACT = 0,
    MASKED = 1, /* sums with what is wanted alone, and sums that need a mask */
    MAX_REGISTERS = MAX_IN / REGISTER_BYTES,
    MAX_ROUNDS = 64,
    MAX_BASES = 2 * MAX_ROUNDS + MAX_REGISTERS,
    SEEN_BASES = 24
};

/* What a lane gets of two words: of each the bits taken, and the powers of two in its factor. */
typedef struct product {
    uint16_t bits[2], powers[2];
    uint32_t got;          /* bits of the lane, in the result's order */
    uint32_t wanted, ones; /* the same in the sum's order; all that may be one there */
    uint32_t terms;        /* ones, but for those of a sum that counts as negative */
    unsigned fields;
} product;

/* Words gathered: word i is word[i] of the sources. From the base `parent`, within halves, or from
 * the sources where that is NONE. */
typedef struct base {
    int parent, word[WORDS];
} base;

typedef struct round {
    unsigned base;
    bool crossed[2]; /* half by half: the words of its lanes are to be exchanged */
    bool masked;
    product lane[LANES];
} round;

/* Half a round: how its two lanes are made, of which words. */
typedef struct half {
    bool crossed, moved; /* moved: words are, not only doublewords */
    unsigned fields;
    int word[LANES];
} half;

typedef struct search {
    unsigned w, registers, words; /* words: of the sources */
    const int *from;              /* of the result's 128 bits */
    uint32_t left[LANES];
    /* Where fields begin that a word can give a lane: by the word, the lane, and whether it is
     * crossed. */
    uint32_t (*reach)[LANES][2];
    product *table, *full; /* see entry; as it is at the beginning */
    uint8_t *fields, *full_fields; /* of the entries, see fields_of: what is looked up most */
    unsigned entries;
    unsigned bases, rounds, cost;
    base base[MAX_BASES];
    round round[MAX_ROUNDS];
} search;

/* Words x and y are of one register. */
static unsigned entry_number(const search *s, bool crossed, unsigned lane, unsigned x, unsigned y,
                             bool masked)
{
    return (((masked * 2U + crossed) * LANES + lane) * s->registers * WORDS + x) * WORDS +
           y % WORDS;
}

static product *entry(const search *s, bool crossed, unsigned lane, unsigned x, unsigned y,
                      bool masked)
{
    return &s->table[x < y ? entry_number(s, crossed, lane, x, y, masked)
                           : entry_number(s, crossed, lane, y, x, masked)];
}

static unsigned fields_of(const search *s, bool crossed, unsigned lane, int x, int y, bool masked)
{
    return s->fields[entry_number(s, crossed, lane, (unsigned)x, (unsigned)y, masked)];
}

/* ---- one lane ---- */

static bool add_term(product *t, unsigned bits, unsigned power)
{
    uint32_t term = (uint32_t)bits << power;
    bool meets = t->terms & term;
    t->terms |= term;
    return !meets;
}

/* Adds `field` of word i, moved up by `power`: every bit of the word is then moved so, and the
 * field by every other power. False when two terms meet. */
static bool add_terms(product *t, unsigned i, unsigned field, unsigned power)
{
    unsigned bits = t->bits[i], powers = t->powers[i];
    t->bits[i] |= (uint16_t)field;
    t->powers[i] |= (uint16_t)(1U << power);
    if (!(bits & field))
        for (unsigned left = powers; left; left &= left - 1)
            if (!add_term(t, field, (unsigned)__builtin_ctz(left))) return false;
    return powers >> power & 1 || add_term(t, t->bits[i], power);
}

/* Bit 15 of a word, or of a factor, whose term is then subtracted, counts as negative: from where
 * on the sum may have ones by that. */
static unsigned end_of_terms(const product *t)
{
    unsigned end = LANE;
    for (unsigned i = 0; i < 2; i++) {
        if (!t->bits[i]) continue;
        unsigned power = (unsigned)__builtin_ctz(t->powers[i]),
                 lowest = (unsigned)__builtin_ctz(t->bits[i]);
        if (t->bits[i] >> (WORD - 1) && WORD + power < end) end = WORD + power;
        if (t->powers[i] >> (WORD - 1) && WORD + lowest < end) end = WORD + lowest;
    }
    return end;
}

static unsigned place_in_sum(unsigned place, bool crossed)
{
    return (place + (crossed ? WORD : 0)) % LANE;
}

/* Adds the field at `place` of the lane to the product, if that can be: from the first word or the
 * second, whichever leaves less to mask. */
static void add_field(const search *s, product *p, unsigned lane, const unsigned *word,
                      bool crossed, bool masked, unsigned place)
{
    unsigned bit = (unsigned)s->from[lane * LANE + place], to = place_in_sum(place, crossed);
    uint32_t field = (1U << s->w) - 1;
    product best = *p;
    int fewest = LANE + 1;
    for (unsigned i = 0; i < 2; i++) {
        if (bit / WORD != word[i]) continue;
        product t = *p;
        if (!add_terms(&t, i, field << bit % WORD, to - bit % WORD)) continue;
        t.wanted |= field << to;
        unsigned end = end_of_terms(&t);
        if (end < LANE && t.wanted >> end) continue;
        t.ones = end < LANE ? t.terms | UINT32_MAX << end : t.terms;
        if (!masked && t.ones != t.wanted) continue;
        t.got |= field << place;
        t.fields++;
        int extra = __builtin_popcount(t.ones & ~t.wanted);
        if (extra < fewest) best = t;
        if (extra < fewest) fewest = extra;
    }
    *p = best;
}

/* The places of the lane that two words can give; returns how many. */
static unsigned places_of(const search *s, unsigned lane, const unsigned *word, bool crossed,
                          uint8_t *place)
{
    unsigned count = 0;
    uint32_t places = (s->reach[word[0]][lane][crossed] | s->reach[word[1]][lane][crossed]) &
                      s->left[lane];
    for (; places; places &= places - 1) place[count++] = (uint8_t)__builtin_ctz(places);
    return count;
}

/* Greedily, from below and from above. */
static void fill_entry(search *s, bool crossed, unsigned lane, unsigned x, unsigned y)
{
    uint8_t place[LANE];
    const unsigned word[2] = {x, y};
    unsigned count = places_of(s, lane, word, crossed, place);
    product best[] = {{.fields = 0}, {.fields = 0}};
    for (unsigned k = 0; k < 4 && count; k++) {
        product p = {0};
        bool masked = k % 2;
        if (masked && best[EXACT].fields > best[MASKED].fields) best[MASKED] = best[EXACT];
        if (best[masked].fields == count) continue;
        for (unsigned i = 0; i < count; i++)
            add_field(s, &p, lane, word, crossed, masked, place[k < 2 ? i : count - 1 - i]);
        if (p.fields > best[masked].fields) best[masked] = p;
    }
    for (unsigned masked = 0; masked < 2; masked++) {
        *entry(s, crossed, lane, x, y, masked) = best[masked];
        s->fields[entry_number(s, crossed, lane, x, y, masked)] = (uint8_t)best[masked].fields;
        s->fields[entry_number(s, crossed, lane, y, x, masked)] = (uint8_t)best[masked].fields;
    }
}

/* The entries of a lane that give something of `lost`, which is wanted no more; all at the
 * beginning, where lost is 0. */
static void fill_entries(search *s, unsigned lane, uint32_t lost)
{
    for (unsigned x = 0; x < s->words; x++)
        for (unsigned y = x; y < s->words && y / WORDS == x / WORDS; y++)
            for (unsigned crossed = 0; crossed < 2; crossed++) {
                uint32_t got = entry(s, crossed, lane, x, y, EXACT)->got |
                               entry(s, crossed, lane, x, y, MASKED)->got;
                if (!lost || got & lost) fill_entry(s, crossed, lane, x, y);
            }
}

/* ---- one round ---- */

/* The two of four words that give the lane most. */
static unsigned best_words(const search *s, bool crossed, unsigned lane, const int *of, bool masked,
                           int *word)
{
    unsigned most = 0;
    const uint8_t *of_lane = &s->fields[entry_number(s, crossed, lane, 0, 0, masked)];
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = i; k < 4; k++) {
            unsigned fields = of_lane[of[i] * WORDS + of[k] % WORDS];
            if (fields <= most && i + k) continue;
            most = fields;
            word[0] = of[i], word[1] = of[k];
        }
    return most;
}

/* The half made of four words that are there: as they are, or moved. */
static void try_half(const search *s, unsigned number, const int *of, bool masked, bool moved,
                     half *best)
{
    for (unsigned crossed = 0; crossed < 2; crossed++) {
        half h = {.crossed = crossed, .moved = moved};
        for (unsigned i = 0; i < 2; i++) {
            unsigned lane = 2 * number + i;
            memcpy(h.word + 2 * i, of + 2 * i, 2 * sizeof *of);
            h.fields += moved ? best_words(s, crossed, lane, of, masked, h.word + 2 * i)
                              : fields_of(s, crossed, lane, of[2 * i], of[2 * i + 1], masked);
        }
        if (h.fields > best->fields || best->word[0] == NONE) *best = h;
    }
}

/* The half made of any doublewords of a register. */
static half half_of_register(const search *s, unsigned number, unsigned r, bool masked, bool moved)
{
    half best = {.word = {NONE}};
    for (unsigned i = 0; i < WORDS; i += 2)
        for (unsigned k = moved ? i : 0; k < WORDS; k += 2) {
            int first = (int)(r * WORDS + i), second = (int)(r * WORDS + k);
            if (r * WORDS + i >= s->words || r * WORDS + k >= s->words) continue;
            try_half(s, number, (int[]){first, first + 1, second, second + 1}, masked, moved,
                     &best);
        }
    return best;
}

typedef struct choice {
    double worth;
    half half[2];
    unsigned base, cost;
    int fresh; /* NONE: from `base` */
    bool masked;
} choice;

/* Each round masks words, multiplies them and adds what comes out to the result. */
enum { STEPS_OF_ROUND = 3 };

static void weigh_choice(choice *best, half low, half high, choice c, double penalty)
{
    c.cost += (unsigned)(STEPS_OF_ROUND + c.masked + low.moved + high.moved);
    c.half[0] = low, c.half[1] = high;
    c.worth = (low.fields + high.fields) / (c.cost + penalty);
    if (c.worth > best->worth) *best = c;
}

static void weigh_bases(const search *s, bool masked, double penalty, choice *best)
{
    for (unsigned i = 0; i < s->bases && i < SEEN_BASES; i++) {
        half of[2][2];
        for (unsigned k = 0; k < 4; k++) {
            of[k / 2][k % 2] = (half){.word = {NONE}};
            try_half(s, k / 2, s->base[i].word + k / 2 * 4, masked, k % 2, &of[k / 2][k % 2]);
        }
        for (unsigned k = 0; k < 4; k++)
            weigh_choice(best, of[0][k % 2], of[1][k / 2],
                         (choice){.base = i, .fresh = NONE, .masked = masked}, penalty);
    }
}

/* One instruction brings any doublewords of a register, or those of one to the low half and those
 * of another to the high. LLVM takes more for the latter when words are moved then. */
static void weigh_registers(const search *s, bool masked, double penalty, choice *best)
{
    half whole[2][MAX_REGISTERS];
    for (unsigned r = 0; r < s->registers; r++)
        for (unsigned k = 0; k < 2; k++) whole[k][r] = half_of_register(s, k, r, masked, false);
    for (unsigned r = 0; r < s->registers; r++)
        for (unsigned q = 0; q < s->registers; q++)
            weigh_choice(best, whole[0][r], whole[1][q],
                         (choice){.fresh = (int)r, .cost = 1, .masked = masked}, penalty);
    for (unsigned r = 0; r < s->registers; r++) {
        half low = half_of_register(s, 0, r, masked, true),
             high = half_of_register(s, 1, r, masked, true);
        weigh_choice(best, low, whole[1][r], (choice){.fresh = (int)r, .cost = 1, .masked = masked},
                     penalty);
        weigh_choice(best, whole[0][r], high,
                     (choice){.fresh = (int)r, .cost = 1, .masked = masked}, penalty);
        weigh_choice(best, low, high, (choice){.fresh = (int)r, .cost = 1, .masked = masked},
                     penalty);
    }
}

static unsigned base_of_words(search *s, int parent, const half *low, const half *high)
{
    base b = {.parent = parent};
    memcpy(b.word, low->word, sizeof low->word);
    memcpy(b.word + LANES, high->word, sizeof high->word);
    for (unsigned i = 0; i < s->bases; i++)
        if (memcmp(s->base[i].word, b.word, sizeof b.word) == 0) return i;
    s->base[s->bases] = b;
    return s->bases++;
}

static void add_round(search *s, const choice *c)
{
    bool moved = c->half[0].moved || c->half[1].moved;
    round *r = &s->round[s->rounds++];
    bool same = !moved && c->fresh == NONE;
    r->base = same ? c->base
                   : base_of_words(s, c->fresh == NONE ? (int)c->base : NONE, &c->half[0],
                                   &c->half[1]);
    r->masked = false;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const half *h = &c->half[lane / 2];
        const int *word = h->word + lane % 2 * 2;
        const product *p = entry(s, h->crossed, lane, (unsigned)word[0], (unsigned)word[1],
                                 c->masked);
        r->crossed[lane / 2] = h->crossed;
        r->lane[lane] = *p;
        if (word[0] > word[1]) { /* the table has the lower word first */
            r->lane[lane].bits[0] = p->bits[1], r->lane[lane].bits[1] = p->bits[0];
            r->lane[lane].powers[0] = p->powers[1], r->lane[lane].powers[1] = p->powers[0];
        }
        r->masked |= p->ones != p->wanted;
        s->left[lane] &= ~p->got;
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        if (r->lane[lane].got) fill_entries(s, lane, r->lane[lane].got);
    s->cost += c->cost;
}

/* ---- all rounds ---- */

static bool wants_more(const search *s)
{
    return s->left[0] || s->left[1] || s->left[2] || s->left[3];
}

static void want_all(search *s)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        s->left[lane] = 0;
        for (unsigned i = 0; i < LANE; i++)
            if (s->from[lane * LANE + i] != NONE) s->left[lane] |= 1U << i;
    }
}

static void find_reach(search *s)
{
    for (unsigned place = 0; place < LANES * LANE; place += s->w)
        for (unsigned crossed = 0; crossed < 2 && s->from[place] != NONE; crossed++) {
            unsigned bit = (unsigned)s->from[place], to = place_in_sum(place % LANE, crossed);
            if (to >= bit % WORD && to - bit % WORD < WORD)
                s->reach[bit / WORD][place / LANE][crossed] |= 1U << place % LANE;
        }
}

static search *new_search(arena *memory, const problem *p, const int *from)
{
    search *s = arena_new(memory, 1, search);
    s->w = p->w;
    s->from = from;
    s->words = p->in_bytes / 2;
    s->registers = (s->words + WORDS - 1) / WORDS;
    s->entries = 2 * LANES * s->registers * WORDS * WORDS * 2;
    s->reach = arena_alloc(memory, s->registers * WORDS, sizeof *s->reach);
    s->full = s->table = arena_new(memory, s->entries, product);
    s->full_fields = s->fields = arena_new(memory, s->entries, uint8_t);
    find_reach(s);
    want_all(s);
    for (unsigned lane = 0; lane < LANES; lane++) fill_entries(s, lane, 0);
    s->table = arena_new(memory, s->entries, product);
    s->fields = arena_new(memory, s->entries, uint8_t);
    return s;
}

static void begin(search *s)
{
    s->bases = s->rounds = s->cost = 0;
    want_all(s);
    memcpy(s->table, s->full, s->entries * sizeof *s->table);
    memcpy(s->fields, s->full_fields, s->entries);
    for (unsigned r = 0; r < s->words / WORDS; r++) {
        base *b = &s->base[s->bases++];
        b->parent = NONE;
        for (unsigned i = 0; i < WORDS; i++) b->word[i] = (int)(r * WORDS + i);
    }
}

static bool find_rounds(search *s, double penalty)
{
    begin(s);
    while (wants_more(s)) {
        choice best = {.worth = 0};
        for (unsigned masked = 0; masked < 2; masked++) {
            weigh_bases(s, masked, penalty, &best);
            weigh_registers(s, masked, penalty, &best);
        }
        if (best.worth <= 0 || s->rounds == MAX_ROUNDS) return false;
        add_round(s, &best);
    }
    return s->rounds > 0;
}

/* ---- steps ---- */

static unsigned gathered(steps *s, const search *x, unsigned in, unsigned number)
{
    const base *b = &x->base[number];
    int16_t from[REGISTER_BYTES];
    for (unsigned i = 0; i < WORDS; i++) {
        int word = b->word[i];
        if (b->parent != NONE) {
            const int *parent = x->base[b->parent].word;
            for (word = (int)i / LANES * LANES; parent[word] != b->word[i]; word++) {}
        }
        from[2 * i] = (int16_t)(2 * word);
        from[2 * i + 1] = (int16_t)(2 * word + 1);
    }
    unsigned value = b->parent == NONE ? in : gathered(s, x, in, (unsigned)b->parent);
    return steps_bytes(s, value, value, from, REGISTER_BYTES);
}

static void put_bytes(uint8_t *to, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static unsigned steps_of_round(steps *s, const search *x, unsigned in, const round *r)
{
    uint8_t bits[REGISTER_BYTES], powers[REGISTER_BYTES], wanted[REGISTER_BYTES];
    for (unsigned i = 0; i < WORDS; i++) {
        const product *p = &r->lane[i / 2];
        put_bytes(bits + 2 * i, p->bits[i % 2], 2);
        put_bytes(powers + 2 * i, p->powers[i % 2], 2);
        if (i % 2) put_bytes(wanted + 2 * (i - 1), p->wanted, 4);
    }
    unsigned sum = steps_multiply(s, steps_and(s, gathered(s, x, in, r->base), bits), powers);
    return r->masked ? steps_and(s, sum, wanted) : sum;
}

/* The words of each doubleword exchanged, in one half. */
static unsigned cross(steps *s, unsigned value, unsigned number)
{
    int16_t from[REGISTER_BYTES];
    for (unsigned i = 0; i < REGISTER_BYTES; i++) from[i] = (int16_t)(i / 8 == number ? i ^ 2 : i);
    return steps_bytes(s, value, value, from, REGISTER_BYTES);
}

typedef struct sums {
    bool any[4];
    unsigned value[4]; /* by the halves that are crossed: the low one counts 1, the high one 2 */
} sums;

static void add_to(steps *s, sums *t, unsigned kind, unsigned value)
{
    t->value[kind] = or_all(s, t->value[kind], t->any[kind], value);
    t->any[kind] = true;
}

static unsigned steps_of_rounds(steps *s, const search *x, unsigned in)
{
    sums t = {0};
    for (unsigned i = 0; i < x->rounds && !s->broken; i++) {
        const round *r = &x->round[i];
        add_to(s, &t, r->crossed[0] + 2U * r->crossed[1], steps_of_round(s, x, in, r));
    }
    if (s->broken) return 0;
    if (t.any[3])
        add_to(s, &t, t.any[1] || !t.any[2] ? 1 : 2,
               cross(s, t.value[3], t.any[1] || !t.any[2] ? 1 : 0));
    if (t.any[1]) add_to(s, &t, 0, cross(s, t.value[1], 0));
    if (t.any[2]) add_to(s, &t, 0, cross(s, t.value[2], 1));
    return t.value[0];
}

/* 16 bytes of the result, by the cheapest of a few searches, of fewer where fields are many: a
 * search then takes longer. */
static unsigned make_register(steps *s, unsigned in, const problem *p, const int *from)
{
    search *x = new_search(s->arena, p, from), *best = NULL;
    for (unsigned penalty = 1; penalty <= p->w && penalty < 4; penalty++) {
        if (!find_rounds(x, penalty) || (best && best->cost <= x->cost)) continue;
        if (!best) best = arena_new(s->arena, 1, search);
        *best = *x;
    }
    if (!best) s->broken = true;
    return s->broken ? 0 : steps_of_rounds(s, best, in);
}

/* Are all fields whole ones of words? Bytes are LLVM's own, and half words too. */
static bool has_fields(const problem *p)
{
    bool some = false;
    for (unsigned i = 0; i < p->out_bytes * 8; i++) {
        int head = p->from[i - i % p->w];
        if (p->from[i] != (head == NONE ? NONE : head + (int)(i % p->w)) ||
            (head != NONE && head % (int)p->w))
            return false;
        some |= head != NONE;
    }
    return some;
}

unsigned by_sums(steps *s, unsigned in, const problem *p)
{
    unsigned sum = 0;
    if (s->machine.register_bytes != REGISTER_BYTES || machine_can(&s->machine, CHOOSES_IN_16, 16))
        s->broken = true;
    if (8 % p->w || p->w > 4 || p->in_bytes % 4 || p->out_bytes % REGISTER_BYTES || !has_fields(p))
        s->broken = true;
    for (unsigned byte = 0; byte < p->out_bytes && !s->broken; byte += REGISTER_BYTES) {
        unsigned part = make_register(s, in, p, p->from + 8 * byte);
        int16_t whole[MAX_OUT];
        for (unsigned i = 0; i < byte + REGISTER_BYTES; i++) whole[i] = (int16_t)i;
        if (!s->broken) sum = byte ? steps_bytes(s, sum, part, whole, byte + REGISTER_BYTES) : part;
    }
    return sum;
}
