// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_inside.h - the state of a walker, and what the files share that make it: exhaust_walk.c,
 * exhaust_candidates.c, exhaust_last.c, exhaust_inverse.c, exhaust_find.c, exhaust_tables.c and
 * exhaust_report.c.
 *
 * CMakeLists.txt compiles these files once for each walker, with IMAGES, the images a value has,
 * and WALKER, the walker's name (exhaust_walker.h). What the inner loops call is inline. */
#ifndef LANESMITH_EXHAUST_INSIDE_H
#define LANESMITH_EXHAUST_INSIDE_H

#include "exhaust_image.h"
#include "exhaust_walker.h"

enum {
    LANE_KINDS = 5,
    /* of 8 to 128 bits */ PARTS = 4,
    /* of an image's first word */ VALUES_MAX = 8 + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX + 1,
    MUST_MAX = 6,
    SLOTS_FIRST = 2048
};

typedef struct step {
    uint16_t member;
    uint8_t imm; /* table of an any-table member */
    uint8_t src[3];
} step;

/* A two-input table as a function of (p, q), p being the candidate: what it asks of p where q is
 * one and where q is zero. */
typedef struct variant {
    uint8_t forbid;      /* FORCED_* that contradict it */
    bool use1, use0;     /* where q is one, zero: p matters */
    bool flip1, flip0;   /* and is complemented */
    bool swapped;        /* sources are q, p */
    uint16_t member;
} variant;
enum { FORCED_ON1 = 1, FORCED_OFF1 = 2, FORCED_ON0 = 4, FORCED_OFF0 = 8 };

typedef struct aim {
    xi target, care, on, off;
    bool whole; /* every bit matters */
} aim;

/* What a last instruction r asks of p, the one before: to agree with want where care is one; or,
 * computed, nothing that is known. */
typedef struct question {
    xi want, care;
    step r;
    uint8_t goal;
    bool whole, computed; /* every bit matters; r has to be computed for all p */
    uint64_t hash;        /* of want */
    unsigned first;       /* of the list that asks the same of p */
    bool repeated;        /* by a later one, which need not be asked when there is no p */
    bool met;             /* when it was last asked there was one; what that cost: */
    uint64_t last, work;
    /* bits apart[0], apart[1] are to differ, and all values agreed on them when it was last asked
     */
    bool clashes;
    uint16_t apart[2];
} question;

/* Of all r over a value, or over p alone. What asks for the impossible is not there. */
typedef struct questions {
    question *list;
    unsigned count, cap;
    uint64_t work; /* of working them out */
    bool made;
} questions;

/* An image seen: a value as VALUE_MARK + number, a candidate as number + 1; 0 is free. */
typedef struct slot {
    uint32_t mark, tag;
} slot;

struct walk {
    const grammar *g;
    walk_setup setup;
    unsigned ninputs, first, sources_max, level;
    xi val[VALUES_MAX];
    step made[VALUES_MAX];
    uint32_t sorts[VALUES_MAX];
    /* candidates whose newest operand is the value, without those of a three-input table */
    unsigned grown[VALUES_MAX];
    /* where all of them begin: among the candidates, among the offers */
    unsigned grown_from[VALUES_MAX], offers_from[VALUES_MAX];
    /* of last instructions over a value and p; over p; over p and p */
    questions about[VALUES_MAX], alone, twice;
    question *asking;                          /* what is asked now, if it was written down */
    /* where what is asked of p is written down instead of looked for, or NULL */
    questions *noting;
    unsigned nval;
    uint32_t unused; /* chosen instructions that no other uses, by number - first */
    xi *cand;
    image *first_image; /* of each candidate, when there are several */
    /* of the first words of candidates and offers: what is searched through first */
    uint16_t *part[PARTS], *offer_part[PARTS];
    step *form;
    unsigned ncand, cap, nbase;
    xi *offer; /* where tables are solved: candidates that are none, side by side */
    image *first_offer;
    uint32_t *offered;
    uint32_t *offers_before;  /* each candidate */
    unsigned noffers, npairs; /* pairs: behind them, see make_pairs */
    struct hit *hits;
    unsigned cap_hits;
    struct weak *weak; /* last instructions that have to be computed, over tables as well */
    unsigned nweak, cap_weak;
    /* by kind of lane and bit of its number; for tables that are computed over */
    image odd_lanes[LANE_KINDS][LANE_KINDS - 1];
    unsigned telling[LANE_KINDS];                /* the lane to look at first */
    slot *slots;    /* by hash of images */
    uint32_t *undo; /* slots filled, in order */
    unsigned nslots, nundo;
    aim goal[GOALS_MAX];
    unsigned ngoals;
    variant variants[64];
    unsigned nvariants, binary_orders;
    /* As last instructions, beside tables: of one source; of two or three that are computed; sums
     * and differences; choices of a value by a comparison. */
    uint16_t one[GRAMMAR_MEMBERS_MAX], other2[GRAMMAR_MEMBERS_MAX], other3[GRAMMAR_MEMBERS_MAX],
        group[GRAMMAR_MEMBERS_MAX], choice[GRAMMAR_MEMBERS_MAX];
    unsigned nones, nother2, nother3, ngroup, nchoice;
    bool to_compute;                          /* some last instructions cannot be inverted */
    int any;                                  /* the any-table member, or -1 */
    bool many_sorts;
    /* of the branch: which second instructions; nodes since the clock was read */
    unsigned phase, ticks;
    uint64_t tried; /* programs that agreed where they were looked at first */
    walk_counts n;
    uint64_t max_work, bytes, max_bytes;
    exhaust_end end;
};

#define VALUE_MARK 0x80000000u

static inline bool leave(walk *w, exhaust_end why)
{
    if (w->end == EXHAUST_COMPLETE) w->end = why;
    return false;
}

/* ---- images seen ---- */

static inline xi marked_image(const walk *w, uint32_t mark)
{
    return mark & VALUE_MARK ? w->val[mark & ~VALUE_MARK] : w->cand[mark - 1];
}

static inline uint32_t marked_sorts(const walk *w, uint32_t mark)
{
    return mark & VALUE_MARK ? w->sorts[mark & ~VALUE_MARK]
                             : w->g->member[w->form[mark - 1].member].gives;
}

/* True when the image is new for one of the sorts; it is then remembered. */
static inline bool remember(walk *w, xi v, uint32_t sorts, uint32_t mark)
{
    uint64_t h = hash(v);
    uint32_t i = (uint32_t)h & (w->nslots - 1), tag = (uint32_t)(h >> 32);
    for (; w->slots[i].mark; i = (i + 1) & (w->nslots - 1)) {
        const slot *s = &w->slots[i];
        if (s->tag == tag && equal(marked_image(w, s->mark), v) &&
            !(sorts & ~marked_sorts(w, s->mark)))
            return false;
    }
    w->slots[i] = (slot){mark, tag};
    w->undo[w->nundo++] = i;
    return true;
}

static inline void forget(walk *w, unsigned nundo)
{
    while (w->nundo > nundo) w->slots[w->undo[--w->nundo]].mark = 0;
}

/* Of memory, for each candidate that there is room for. */
enum {
    CANDIDATE_BYTES = 3 * (sizeof(xi) + PARTS * sizeof(uint16_t) +
                           (IMAGES > 1 ? sizeof(image) : 0)) +
                      sizeof(step) + 3 * sizeof(uint32_t)
};

/* ---- candidates ---- */

static inline bool tables_everywhere(const walk *w)
{
    return w->any >= 0 && w->setup.o->tables_inside;
}

/* Candidate i as offer number `at`. */
static inline void put_offer(walk *w, unsigned at, unsigned i)
{
    w->offer[at] = w->cand[i];
    for (unsigned k = 0; k < PARTS; k++) w->offer_part[k][at] = w->part[k][i];
    if (IMAGES > 1) w->first_offer[at] = w->first_image[i];
    w->offered[at] = i;
}

static inline bool takes(const walk *w, const grammar_member *m, unsigned source, unsigned v)
{
    return !w->many_sorts || w->sorts[v] >> m->takes[source] & 1;
}

static inline bool is_constant(const walk *w, unsigned v)
{
    return v >= w->ninputs && v < w->first;
}

static inline uint32_t used_by(const walk *w, step f)
{
    uint32_t used = 0;
    for (unsigned i = 0; i < w->g->member[f.member].nsrc; i++)
        if (f.src[i] >= w->first) used |= 1u << (f.src[i] - w->first);
    return used;
}

/* ---- goals ---- */

static inline aim aim_at(xi want, xi care)
{
    return (aim){want & care, care, want & care, care & ~want, is_zero(~care)};
}

static inline unsigned forced(const aim *t, xi q)
{
    return (is_zero(t->on & q) ? 0 : FORCED_ON1) | (is_zero(t->off & q) ? 0 : FORCED_OFF1) |
           (is_zero(t->on & ~q) ? 0 : FORCED_ON0) | (is_zero(t->off & ~q) ? 0 : FORCED_OFF0);
}

/* Whether r can be the member's at all: comparisons fill lanes. */
static inline bool can_end(const walk *w, unsigned t, const grammar_member *m)
{
    const aim *a = &w->goal[t];
    return m->shape != SHAPE_FILL ||
           is_zero(nonzero_lanes(a->on, m->lane) & nonzero_lanes(a->off, m->lane));
}

/* ---- the last two instructions ---- */

typedef struct two {
    unsigned low, low_offer;    /* candidates, offers from here on */
    bool solved;                /* only offers; p may be a three-input table, which is solved */
    bool has_pairs;             /* two values have to be used: candidates over both are listed */
    /* p is an instruction over the newest value, which has not been expanded */
    bool over_newest;
    unsigned must[MUST_MAX], n; /* values that have to be used */
} two;

/* The last instruction r over p, the candidate still to be found: PLACE_P stands for p among its
 * sources. */
enum { PLACE_P = 255 };

/* What is tried for p: images, first images, numbers of candidates. */
typedef struct list {
    const xi *v;
    const image *first_image;
    const uint16_t *const *part; /* from part_at on */
    unsigned part_at;
    const uint32_t *number; /* or NULL: from `from` on */
    unsigned from, count;
} list;

static inline unsigned numbered(const list *l, unsigned i)
{
    return l->number ? l->number[i] : l->from + i;
}

static inline list all_candidates(const walk *w, unsigned from)
{
    return (list){w->cand + from,
                  IMAGES > 1 ? w->first_image + from : (const image *)(w->cand + from),
                  (const uint16_t *const *)w->part,
                  from,
                  NULL,
                  from,
                  w->ncand - from};
}

static inline list all_offers(const walk *w, unsigned from, unsigned end)
{
    return (list){w->offer + from,
                  IMAGES > 1 ? w->first_offer + from : (const image *)(w->offer + from),
                  (const uint16_t *const *)w->offer_part,
                  from,
                  w->offered + from,
                  0,
                  end - from};
}

static inline list all_for_p(const walk *w, const two *x)
{
    return x->solved ? all_offers(w, x->low_offer, w->noffers) : all_candidates(w, x->low);
}

/* How many values that must be used are left when q and s are. */
static inline unsigned left_over(const two *x, unsigned q, unsigned s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < x->n; i++) n += x->must[i] != q && x->must[i] != s;
    return n;
}

/* A last instruction that is computed for every p: for goal t, or all with ALL_GOALS. */
enum { ALL_GOALS = GOALS_MAX };
struct weak {
    step r;
    unsigned t;
};

/* Whether the newest value need not be expanded for its last two: several values wait to be used
 * and every member can be inverted. */
static inline bool in_haste(const walk *w)
{
    if (w->any >= 0 || w->to_compute) return false;
    return w->unused & (w->unused - 1);
}

/* ---- functions ---- */

/* What the files share. Each walker has these functions for itself, by names that begin with its
 * own. */
#define OF_WALKER_(walker, name) walker##_##name
#define OF_WALKER(walker, name) OF_WALKER_(walker, name)
#define size_parts OF_WALKER(WALKER, size_parts)
#define expand OF_WALKER(WALKER, expand)
#define expand_two OF_WALKER(WALKER, expand_two)
#define export_chain OF_WALKER(WALKER, export_chain)
#define report OF_WALKER(WALKER, report)
#define report_two OF_WALKER(WALKER, report_two)
#define report_over OF_WALKER(WALKER, report_over)
#define find_table OF_WALKER(WALKER, find_table)
#define last_two_tables OF_WALKER(WALKER, last_two_tables)
#define number_lanes OF_WALKER(WALKER, number_lanes)
#define choose_lanes OF_WALKER(WALKER, choose_lanes)
#define find_p OF_WALKER(WALKER, find_p)
#define compute_all OF_WALKER(WALKER, compute_all)
#define ask OF_WALKER(WALKER, ask)
#define note_value OF_WALKER(WALKER, note_value)
#define note_alone OF_WALKER(WALKER, note_alone)
#define level_zero OF_WALKER(WALKER, level_zero)
#define last_one OF_WALKER(WALKER, last_one)
#define last_two OF_WALKER(WALKER, last_two)

/* exhaust_candidates.c */
void size_parts(walk *w);
/* All instructions whose newest source is value x; without tables, those of two values among them,
 * where these are solved. */
void expand(walk *w, unsigned x, bool tables);
/* Every two-source instruction over a and b becomes a candidate. */
void expand_two(walk *w, unsigned a, unsigned b);

/* exhaust_report.c */
void export_chain(const walk *w, chain *x);
/* The chosen values and the given last steps reach goal t. All values have to be used: else a
 * shorter program does too. */
void report(walk *w, unsigned t, const step *steps, unsigned count);
/* Candidate i is p. */
void report_two(walk *w, unsigned t, unsigned i, step r);
/* p = f, then r over it. */
void report_over(walk *w, unsigned t, step f, step r);

/* exhaust_tables.c */
/* Looks for a table of values that agrees with want where care is one. */
void find_table(walk *w, const two *x, unsigned t, xi want, xi care, step r);
void last_two_tables(walk *w, const two *x);
/* Lanes whose numbers have bit e. */
void number_lanes(walk *w);
/* Of each kind that of which most is asked. */
void choose_lanes(walk *w);

/* exhaust_find.c */
/* Looks for a p that agrees with want where care is one, among the candidates or over the newest
 * value. */
void find_p(walk *w, const two *x, unsigned t, xi want, xi care, bool whole, step r);
/* r computed for every p: what cannot be inverted. */
void compute_all(walk *w, const two *x, unsigned t, step r);
/* What was written down, in this state. */
void ask(walk *w, const two *x, const questions *q);

/* exhaust_inverse.c */
void note_value(walk *w, unsigned q);
/* What last instructions over p alone ask of it, once or twice. */
void note_alone(walk *w);

/* exhaust_last.c */
void level_zero(walk *w);
void last_one(walk *w);
void last_two(walk *w, unsigned low);

#endif
