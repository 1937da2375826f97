/* exhaust.c - bottom-up enumeration of straight-line programs on one 128-bit image.
 *
 * A state is a list of values (inputs, constants, chosen instructions) and a list of candidates: every instruction that can
 * be formed over the values, each computed once, when its last operand appeared. Choosing candidate i allows only later
 * candidates afterwards, so each set of instructions is met in one order only. A candidate whose image equals a value or
 * an earlier candidate is dropped: instructions are functions of registers, and the image is whole registers, so any
 * program with the one behaves on the image as the program with the other. Matching the image is necessary for being
 * correct, hence "nothing matches" excludes every program of the level: that is a bound.
 *
 * Every value must be used: with r instructions to go at most 1 + r * (sources - 1) values may be unused. The last
 * instruction is not enumerated but solved: for two (three) values the truth table that it would need is read off the image
 * in four (eight) steps, and each logic instruction is one look at it.
 *
 * Suffixes: a short program f of one value and constants with f(T) = T, or f(not T) = T, that ignores some bit positions of
 * its value gives another goal: any value that agrees with T on the positions that matter. Goals with suffixes find long
 * programs early (a comparison in one bit, spread by f); they take no part in bounds. */
#include "exhaust.h"

#include <string.h>

enum { VALUES_MAX = 24, SUFFIX_MAX = 3, GOALS_MAX = 8, TABLE_SLOTS = 1 << 16, HOLE = 0 };

typedef struct value {
    image v;
    const grammar_member *member; /* NULL: input or constant */
    int64_t imm;
    uint8_t src[3];
} value;

typedef struct goal {
    image target, care;
    image on, off;          /* bits that have to be one, zero */
    value step[SUFFIX_MAX]; /* applied after the search: source numbers are HOLE, 1 + constant, 1 + nconsts + step */
    unsigned nsteps;
    unsigned level;         /* level of its first solution; ~0 while there is none */
} goal;

typedef struct search {
    const grammar *g;
    const exhaust_options *o;
    unsigned ninputs, sources_max, level;
    value val[VALUES_MAX];
    unsigned nval, first; /* first: number of the first instruction */
    uint32_t unused;      /* instructions that no other uses */
    value *cand;
    unsigned ncand, cap;
    uint32_t *slot, *undo; /* hash of images -> candidate + 1 or value marker */
    unsigned nundo;
    goal goals[GOALS_MAX], *active[GOALS_MAX]; /* active: those that this level can still serve */
    unsigned ngoals, nactive, best_total;
    unsigned binary_orders;     /* two-source instructions, both ways round where that differs */
    const grammar_member *any;  /* the any-table instruction, or NULL */
    uint64_t judged; /* candidates: an instruction with its operands computed, or excluded by a look-up */
    uint64_t work;   /* image operations, the budget's unit */
    bool cut;
    void (*solved)(struct search *, const goal *);
    void *context;
    /* for reporting */
    const problem *p;
    exhaust_found_fn *found;
    void *found_context;
    unsigned solutions, goal0_matches;
    /* for visiting */
    exhaust_visit_fn *visit;
    void *visit_context;
} search;

/* ---- images seen ---- */

static uint32_t image_hash(image v)
{
    uint64_t h = v[0] * 0x9e3779b97f4a7c15u ^ v[1] * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)((h ^ h >> 32) * 0x85ebca6bu >> 7) & (TABLE_SLOTS - 1);
}

/* Values are marked as 0x80000000 + number, candidates as number + 1. */
static image slot_image(const search *s, uint32_t mark)
{
    return mark >> 31 ? s->val[mark & 0x7fffffff].v : s->cand[mark - 1].v;
}

/* True when the image is new; it is then remembered. */
static bool remember(search *s, image v, uint32_t mark)
{
    uint32_t i = image_hash(v);
    for (; s->slot[i]; i = (i + 1) & (TABLE_SLOTS - 1))
        if (image_is_zero(slot_image(s, s->slot[i]) ^ v)) return false;
    if (s->nundo >= TABLE_SLOTS / 2) {
        s->cut = true;
        return false;
    }
    s->slot[i] = mark;
    s->undo[s->nundo++] = i;
    return true;
}

static void forget(search *s, unsigned nundo)
{
    while (s->nundo > nundo) s->slot[s->undo[--s->nundo]] = 0;
}

/* ---- candidates ---- */

static void add_candidate(search *s, value c)
{
    s->judged++;
    s->work++;
    if (!remember(s, c.v, s->ncand + 1)) return;
    if (s->ncand == s->cap) s->cand = mem_grow(s->cand, s->cap *= 2, sizeof *s->cand);
    s->cand[s->ncand++] = c;
}

static value make(const search *s, const grammar_member *m, unsigned a, unsigned b, unsigned c)
{
    value x = {.member = m, .imm = m->imm, .src = {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
    m->run(&s->val[a].v, &s->val[b].v, &s->val[c].v, &x.v, 1);
    return x;
}

static void expand_tables(search *s, const grammar_member *m, unsigned x)
{
    for (unsigned a = 0; a < x; a++)
        for (unsigned b = a + 1; b < x; b++)
            for (unsigned table = 1; table < 255; table++) {
                value c = {.member = m, .imm = table, .src = {(uint8_t)x, (uint8_t)a, (uint8_t)b}};
                c.v = image_table3(table, s->val[x].v, s->val[a].v, s->val[b].v);
                add_candidate(s, c);
            }
}

static bool is_constant(const search *s, unsigned i)
{
    return i >= s->ninputs && i < s->first;
}

/* All instructions whose newest source is value x. */
static void expand(search *s, unsigned x)
{
    for (unsigned k = 0; k < s->g->count; k++) {
        const grammar_member *m = &s->g->member[k];
        if (m->any_table) {
            if (s->o->tables_inside) expand_tables(s, m, x);
        } else if (m->nsrc == 1) {
            if (!is_constant(s, x)) add_candidate(s, make(s, m, x, x, x));
        } else if (m->nsrc == 2) {
            for (unsigned v = 0; v <= x; v++) {
                if (is_constant(s, x) && is_constant(s, v)) continue;
                if (v == x && m->is_table) continue;
                add_candidate(s, make(s, m, x, v, v));
                if (v != x && !m->commutative) add_candidate(s, make(s, m, v, x, x));
            }
        }
    }
}

/* ---- the last instruction ---- */

static bool matches(const goal *t, image v)
{
    return image_is_zero((v ^ t->target) & t->care);
}

static void report(search *s, goal *t, value last)
{
    if (t->level == ~0u) t->level = s->level;
    s->val[s->nval++] = last;
    s->solved(s, t);
    s->nval--;
}

static bool is_active(const search *s, const goal *t)
{
    return s->level + t->nsteps <= s->best_total && (t->level == ~0u || t->level == s->level);
}

/* Adds what one row of a table has to be: ones and zeros that are forced. False on a conflict. */
static inline bool require_row(image m, image on, image off, unsigned row, unsigned *ones, unsigned *zeros)
{
    bool need1 = !image_is_zero(m & on), need0 = !image_is_zero(m & off);
    *ones |= (unsigned)need1 << row;
    *zeros |= (unsigned)need0 << row;
    return !(need1 && need0);
}

/* The two-input table of x and y that the goal needs. */
static inline bool required_table2(const goal *t, image x, image y, unsigned *ones, unsigned *zeros)
{
    image on = t->on, off = t->off;
    *ones = *zeros = 0;
    return require_row(x & y, on, off, 3, ones, zeros) && require_row(~(x | y), on, off, 0, ones, zeros) &&
           require_row(x & ~y, on, off, 2, ones, zeros) && require_row(~x & y, on, off, 1, ones, zeros);
}

static inline bool required_table3(const goal *t, image x, image y, image z, unsigned *ones, unsigned *zeros)
{
    unsigned high1, high0, low1, low0;
    goal half = {.on = t->on & x, .off = t->off & x};
    if (!required_table2(&half, y, z, &high1, &high0)) return false;
    half = (goal){.on = t->on & ~x, .off = t->off & ~x};
    if (!required_table2(&half, y, z, &low1, &low0)) return false;
    *ones = high1 << 4 | low1;
    *zeros = high0 << 4 | low0;
    return true;
}

/* Tries a computed last instruction against every goal that is still open. */
static void try_goals(search *s, value c)
{
    s->work++;
    for (unsigned k = 0; k < s->nactive; k++)
        if (matches(s->active[k], c.v)) report(s, s->active[k], c);
}

static void last_unary(search *s, unsigned x)
{
    for (unsigned k = 0; k < s->g->count; k++) {
        const grammar_member *m = &s->g->member[k];
        if (m->nsrc != 1) continue;
        s->judged++;
        try_goals(s, make(s, m, x, x, x));
    }
}

static unsigned swap_table2(unsigned t)
{
    return (t & 9) | (t & 2) << 1 | (t & 4) >> 1;
}

/* Every two-input table member on x and y that gives what the goal needs. */
static void last_tables2(search *s, goal *t, unsigned x, unsigned y)
{
    unsigned ones, zeros;
    s->work++;
    if (!required_table2(t, s->val[x].v, s->val[y].v, &ones, &zeros)) return;
    for (unsigned k = 0; k < s->g->count; k++) {
        const grammar_member *m = &s->g->member[k];
        if (m->nsrc != 2 || !m->is_table) continue;
        for (int swap = 0; swap < 2 - m->commutative; swap++) {
            unsigned f = swap ? swap_table2(m->table) : m->table;
            if (!(ones & ~f) && !(zeros & f)) report(s, t, swap ? make(s, m, y, x, x) : make(s, m, x, y, y));
        }
    }
}

/* Every two-source instruction on x and y, both ways round. */
static void last_binary(search *s, unsigned x, unsigned y)
{
    s->judged += s->binary_orders;
    if (x != y)
        for (unsigned k = 0; k < s->nactive; k++) last_tables2(s, s->active[k], x, y);
    for (unsigned k = 0; k < s->g->count; k++) {
        const grammar_member *m = &s->g->member[k];
        if (m->nsrc != 2 || m->is_table) continue;
        try_goals(s, make(s, m, x, y, y));
        if (!m->commutative && x != y) try_goals(s, make(s, m, y, x, x));
    }
}

static void last_ternary(search *s, unsigned x, unsigned y, unsigned z)
{
    unsigned ones, zeros;
    s->judged += 256;
    for (unsigned k = 0; k < s->nactive; k++) {
        s->work += 2;
        if (!required_table3(s->active[k], s->val[x].v, s->val[y].v, s->val[z].v, &ones, &zeros)) continue;
        value c = {.member = s->any, .imm = (int64_t)ones, .src = {(uint8_t)x, (uint8_t)y, (uint8_t)z}};
        c.v = image_table3(ones, s->val[x].v, s->val[y].v, s->val[z].v);
        report(s, s->active[k], c);
    }
}

/* The last instruction reads all of must[]; the other sources are any values. */
static void last_with(search *s, const unsigned *must, unsigned count)
{
    unsigned x = must[0];
    if (count == 1) {
        last_unary(s, x);
        for (unsigned v = 0; v < s->nval; v++) last_binary(s, x, v);
        for (unsigned v = 0; s->any && v < s->nval; v++)
            for (unsigned u = v + 1; u < s->nval; u++)
                if (v != x && u != x) last_ternary(s, x, v, u);
    } else if (count == 2) {
        last_binary(s, x, must[1]);
        for (unsigned v = 0; s->any && v < s->nval; v++)
            if (v != x && v != must[1]) last_ternary(s, x, must[1], v);
    } else if (count == 3 && s->any) {
        last_ternary(s, x, must[1], must[2]);
    }
}

static void choose_active(search *s)
{
    s->nactive = 0;
    for (unsigned k = 0; k < s->ngoals; k++) {
        goal *t = &s->goals[k];
        t->on = t->care & t->target;
        t->off = t->care & ~t->target;
        if (is_active(s, t)) s->active[s->nactive++] = t;
    }
}

static void last_step(search *s)
{
    unsigned must[4], count = 0;
    for (unsigned i = s->first; i < s->nval && count < 4; i++)
        if (s->unused >> i & 1) must[count++] = i;
    if (count) last_with(s, must, count);
    for (unsigned i = 0; !count && i < s->ninputs; i++) last_with(s, &i, 1);
}

/* ---- the walk ---- */

static void walk(search *s, unsigned depth, unsigned low)
{
    unsigned left = s->level - depth, end = s->ncand;
    if (left == 1) {
        if (s->nactive) last_step(s);
        return;
    }
    for (unsigned i = low; i < end && !s->cut; i++) {
        value c = s->cand[i];
        uint32_t unused = s->unused;
        unsigned ncand = s->ncand, nundo = s->nundo;
        s->unused = (unused & ~(1u << c.src[0]) & ~(1u << c.src[1]) & ~(1u << c.src[2])) | 1u << s->nval;
        if ((unsigned)__builtin_popcount(s->unused) <= 1 + (left - 1) * (s->sources_max - 1)) {
            s->val[s->nval++] = c;
            if (s->visit && s->unused == 1u << (s->nval - 1)) s->visit(s->visit_context, (const exhaust_visit *)s, c.v, depth + 1);
            if (left > 2) expand(s, s->nval - 1);
            walk(s, depth + 1, i + 1);
            s->nval--;
        }
        forget(s, nundo);
        s->ncand = ncand;
        s->unused = unused;
        if (s->work > s->o->max_work) s->cut = true;
    }
}

/* Level 0: an input or a constant is the result. */
static void level_zero(search *s)
{
    for (unsigned k = 0; k < s->ngoals; k++)
        for (unsigned i = 0; i < s->first; i++) {
            s->judged++;
            if (!is_active(s, &s->goals[k]) || !matches(&s->goals[k], s->val[i].v)) continue;
            value c = s->val[i];
            c.member = NULL;
            c.src[0] = (uint8_t)i;
            report(s, &s->goals[k], c);
        }
}

static void search_open(search *s, const grammar *g, const exhaust_options *o)
{
    s->g = g;
    s->o = o;
    s->cap = 4096;
    s->cand = mem_alloc(s->cap, sizeof *s->cand);
    s->slot = mem_alloc(TABLE_SLOTS, sizeof *s->slot);
    s->undo = mem_alloc(TABLE_SLOTS, sizeof *s->undo);
    s->any = grammar_find_any_table(g);
    s->sources_max = s->any ? 3 : 2;
    for (unsigned i = 0; i < g->count; i++) s->binary_orders += g->member[i].nsrc == 2 ? 2 - g->member[i].commutative : 0;
    s->best_total = o->best_known ? o->best_known : ~0u;
}

static void search_close(search *s)
{
    mem_free(s->cand);
    mem_free(s->slot);
    mem_free(s->undo);
}

static void set_values(search *s, const image *inputs, unsigned ninputs)
{
    s->ninputs = ninputs;
    for (unsigned i = 0; i < ninputs; i++) s->val[s->nval++].v = inputs[i];
    for (unsigned i = 0; i < s->g->nconsts; i++) s->val[s->nval++].v = (image){s->g->konst[i], s->g->konst[i]};
    s->first = s->nval;
    for (unsigned i = 0; i < s->first; i++) remember(s, s->val[i].v, 0x80000000u + i);
    for (unsigned i = 0; i < s->first; i++) expand(s, i);
}

static void run_level(search *s, unsigned level)
{
    s->level = level;
    s->unused = 0;
    choose_active(s);
    if (level == 0) level_zero(s);
    else walk(s, 0, 0);
}

/* ---- suffixes ---- */

typedef struct suffix_search {
    search s;
    const problem *p;
    goal *out;
    unsigned *nout;
    unsigned limit;
} suffix_search;

static image run_steps(const grammar *g, const goal *t, image hole, const image *konst)
{
    image v[1 + GRAMMAR_CONSTS_MAX + SUFFIX_MAX];
    unsigned n = 1 + g->nconsts;
    v[0] = hole;
    for (unsigned i = 0; i < g->nconsts; i++) v[1 + i] = konst[i];
    for (unsigned i = 0; i < t->nsteps; i++) {
        const value *x = &t->step[i];
        if (x->member->any_table) v[n + i] = image_table3((unsigned)x->imm, v[x->src[0]], v[x->src[1]], v[x->src[2]]);
        else x->member->run(&v[x->src[0]], &v[x->src[1]], &v[x->src[2]], &v[n + i], 1);
    }
    return v[n + t->nsteps - 1];
}

/* Bit positions of a field that the suffix ignores, found by disturbing them; a mask over the image. */
static image ignored_positions(const suffix_search *x, const goal *t, image seed)
{
    image konst[GRAMMAR_CONSTS_MAX], ignored = {0, 0};
    const grammar *g = x->s.g;
    for (unsigned i = 0; i < g->nconsts; i++) konst[i] = (image){g->konst[i], g->konst[i]};
    for (unsigned bit = 0; bit < x->p->w; bit++) {
        image position = {0, 0};
        bool free_bit = true;
        for (unsigned i = bit; i < IMAGE_BITS; i += x->p->w) position[i / 64] |= 1ULL << i % 64;
        for (unsigned k = 0; k < 6 && free_bit; k++) {
            image noise = k ? x->p->in[k & 1][k] : ~(image){0, 0};
            image v = run_steps(g, t, seed ^ (noise & (position | ignored)), konst);
            free_bit = image_is_zero((v ^ x->p->target[0]) & x->p->care[0]);
        }
        if (free_bit) ignored |= position;
    }
    return ignored;
}

static void suffix_solved(search *s, const goal *unused_goal)
{
    suffix_search *x = s->context;
    goal t = {.level = ~0u, .nsteps = s->nval - s->first};
    (void)unused_goal;
    for (unsigned i = 0; i < t.nsteps; i++) t.step[i] = s->val[s->first + i];
    image seed = s->val[HOLE].v, ignored = ignored_positions(x, &t, seed);
    if (image_is_zero(ignored) || *x->nout == x->limit) return;
    t.target = seed;
    t.care = x->p->care[0] & ~ignored;
    for (unsigned i = 0; i < *x->nout; i++)
        if (image_is_zero((x->out[i].target ^ t.target) & t.care) && image_is_zero(x->out[i].care ^ t.care)) return;
    x->out[(*x->nout)++] = t;
}

/* Adds goals f(x) = T with the shortest suffixes f, from T itself and from its complement. */
static void find_suffixes(const grammar *g, const problem *p, goal *goals, unsigned *ngoals)
{
    for (int complement = 0; complement < 2; complement++) {
        exhaust_options o = {.max_work = 3000000};
        image seed = complement ? ~p->target[0] : p->target[0];
        suffix_search x = {.p = p, .out = goals, .nout = ngoals, .limit = GOALS_MAX};
        search_open(&x.s, g, &o);
        x.s.solved = suffix_solved;
        x.s.context = &x;
        x.s.goals[0] = (goal){.target = p->target[0], .care = p->care[0], .level = ~0u};
        x.s.ngoals = 1;
        set_values(&x.s, &seed, 1);
        for (unsigned level = 1; level <= SUFFIX_MAX; level++) {
            x.s.goals[0].level = ~0u;
            run_level(&x.s, level);
        }
        search_close(&x.s);
    }
}

/* ---- programs ---- */

static unsigned append(prog *q, const value *x, const unsigned *map)
{
    unsigned src[3];
    for (unsigned i = 0; i < x->member->nsrc; i++) src[i] = map[x->src[i]];
    return prog_add(q, x->member->in, src, x->imm);
}

/* The values of the state, then the suffix of the goal, as a program. */
static void build(const search *s, const goal *t, prog *q)
{
    unsigned map[VALUES_MAX + 1], smap[1 + GRAMMAR_CONSTS_MAX + SUFFIX_MAX];
    prog_init(q, s->p->op, s->p->cls);
    for (; q->ninputs < s->ninputs; q->ninputs++) q->input_name[q->ninputs] = "s"; /* a problem with an extra input */
    for (unsigned i = 0; i < s->ninputs; i++) map[i] = i;
    for (unsigned i = 0; i < s->g->nconsts; i++) map[s->ninputs + i] = smap[1 + i] = prog_add_repeated(q, s->g->konst[i], 64);
    for (unsigned i = s->first; i < s->nval; i++) map[i] = s->val[i].member ? append(q, &s->val[i], map) : map[s->val[i].src[0]];
    smap[HOLE] = q->result = map[s->nval - 1];
    for (unsigned i = 0; i < t->nsteps; i++) smap[1 + s->g->nconsts + i] = append(q, &t->step[i], smap);
    prog_tidy(q);
}

/* Whether the state followed by the suffix agrees with the problem on image k. */
static bool agrees(const search *s, const goal *t, unsigned k)
{
    image v[VALUES_MAX + 1], konst[GRAMMAR_CONSTS_MAX];
    for (unsigned i = 0; i < s->ninputs; i++) v[i] = s->p->in[i][k];
    for (unsigned i = 0; i < s->g->nconsts; i++) v[s->ninputs + i] = konst[i] = (image){s->g->konst[i], s->g->konst[i]};
    for (unsigned i = s->first; i < s->nval; i++) {
        const value *x = &s->val[i];
        if (!x->member) v[i] = v[x->src[0]];
        else if (x->member->any_table) v[i] = image_table3((unsigned)x->imm, v[x->src[0]], v[x->src[1]], v[x->src[2]]);
        else x->member->run(&v[x->src[0]], &v[x->src[1]], &v[x->src[2]], &v[i], 1);
    }
    image r = t->nsteps ? run_steps(s->g, t, v[s->nval - 1], konst) : v[s->nval - 1];
    return image_is_zero((r ^ s->p->target[k]) & s->p->care[k]);
}

static void program_solved(search *s, const goal *t)
{
    prog q;
    if (t == &s->goals[0]) s->goal0_matches++;
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        if (!agrees(s, t, k)) return;
    if (s->level + t->nsteps < s->best_total) s->best_total = s->level + t->nsteps;
    if (s->solutions >= s->o->max_solutions * (1 + t->nsteps)) return;
    s->solutions++;
    build(s, t, &q);
    s->found(s->found_context, &q);
}

void exhaust_search(const grammar *g, const problem *p, const exhaust_options *o, exhaust_found_fn *found,
                    void *context, exhaust_result *out)
{
    search s = {.p = p, .found = found, .found_context = context, .solved = program_solved};
    image inputs[PROG_INPUTS_MAX];
    *out = (exhaust_result){0};
    search_open(&s, g, o);
    s.goals[0] = (goal){.target = p->target[0], .care = p->care[0], .level = ~0u};
    s.ngoals = 1;
    if (o->suffixes) find_suffixes(g, p, s.goals, &s.ngoals);
    for (unsigned i = 0; i < p->ninputs; i++) inputs[i] = p->in[i][0];
    set_values(&s, inputs, p->ninputs);
    for (unsigned level = 0; level <= o->max_level && level < s.best_total && !s.cut; level++) {
        run_level(&s, level);
        bool complete = !s.cut && s.goal0_matches == 0 && (o->tables_inside || s.sources_max == 2);
        if (complete) out->bound = level + 1, out->excluded = s.judged;
    }
    out->judged = s.judged;
    out->solutions = s.solutions;
    search_close(&s);
}

void exhaust_visited(const exhaust_visit *at, prog *out)
{
    const search *s = (const search *)at;
    goal none = {.nsteps = 0};
    build(s, &none, out);
}

void exhaust_visit_all(const grammar *g, const problem *p, unsigned max_level, uint64_t max_work, exhaust_visit_fn *visit,
                       void *context)
{
    exhaust_options o = {.max_work = max_work};
    search s = {.p = p, .visit = visit, .visit_context = context};
    image inputs[PROG_INPUTS_MAX];
    search_open(&s, g, &o);
    for (unsigned i = 0; i < p->ninputs; i++) inputs[i] = p->in[i][0];
    set_values(&s, inputs, p->ninputs);
    run_level(&s, max_level + 1);
    search_close(&s);
}
