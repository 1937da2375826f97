// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates_walk.c - depth-first enumeration of chains of two-input gates, each set of values in one
 * order only.
 *
 * A state is a list of values (inputs, chosen gates; normal truth tables) and a list of candidates:
 * every gate over the values whose function is new, computed when its last operand appeared.
 * Choosing candidate i allows only later ones afterwards. As truth tables are complete, a chain is
 * its set of values: which of several gates makes a value does not matter.
 *
 * Lower levels are complete, so no solution has a value to spare: with r gates to go, m of them
 * outputs, at most r + m values may be unused, since 2r operands serve them and the r - m gates
 * that are no outputs.
 *
 * A missing output that is a candidate is taken at once, and alone: whatever completes this state
 * contains it, and stays complete when it comes first. With r = m nothing else is left to try. With
 * r = m + 1 one gate p is free, and the gate after it must be an output t = g(p, q) over an old
 * value q: g and q say what p must be, exactly for xor, on the rows where q decides nothing for the
 * others; p is looked up, not tried.
 *
 * Symmetries of the inputs that map the targets to themselves map solutions to solutions. Of the
 * candidates at the root let each have the least image as its mark: some image of a solution begins
 * with the least of all marks in it.
 *
 * Threads walk the same tree; what lies below two choices is a ticket, done by the thread that drew
 * it. Hits are ordered by tickets, so the first is the same on any number of threads; so is the
 * count. */
#include "gates_walk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "gates_symmetry.h"
#include "spec/base/threads.h"

enum {
    VALUES_MAX = GATES_INPUTS_MAX + GATES_MAX,
    CANDIDATES_MAX = 5 * VALUES_MAX * (VALUES_MAX - 1) / 2,
    SLOTS = 2048, /* of a hash of all values and candidates: more than twice as many */
    SLOT_BITS = 11,
    TICKET_DEPTH = 2,
};
_Static_assert(1 << SLOT_BITS == SLOTS && SLOTS > 2 * (CANDIDATES_MAX + VALUES_MAX),
               "the hash is never full");

typedef struct share { /* of all threads */
    const gates_job *job;
    gates_hit *hits;
    pthread_mutex_t lock;
    uint64_t next;         /* ticket */
    _Atomic uint64_t best; /* least order of a hit when one is enough */
    uint64_t *spent;       /* gates computed in a ticket */
    uint64_t cap;
} share;

typedef struct walk {
    share *shared;
    const gates_job *job;
    uint64_t val[VALUES_MAX];
    gate made[VALUES_MAX];
    unsigned nval, depth; /* depth: candidates chosen, not counting outputs taken */
    uint64_t cand[CANDIDATES_MAX];
    gate form[CANDIDATES_MAX];
    unsigned ncand;
    uint64_t key[SLOTS]; /* 0: empty */
    uint16_t where[SLOTS], undo[CANDIDATES_MAX + VALUES_MAX];
    unsigned nundo;
    uint32_t unused;  /* values that somebody must still use */
    unsigned missing; /* targets not made */
    bool taken[CANDIDATES_MAX]; /* outputs that were taken out of order */
    unsigned nroot, first;      /* candidates at the root; the first chosen */
    /* of candidates at the root: the least that a symmetry maps them to */
    uint16_t mark[CANDIDATES_MAX];
    uint64_t ticket, passed; /* drawn; met so far */
    bool inside, done;       /* the ticket; everything, as the targets are found */
    /* gates computed: since the ticket began or ended; outside of tickets before that */
    uint64_t judged, outside;
    gates_hit *hit;
} walk;

#define NOT_FOUND UINT16_MAX

static unsigned bits(uint32_t set)
{
    return (unsigned)__builtin_popcount(set);
}

/* ---- functions seen ---- */

static inline unsigned slot_of(const walk *w, uint64_t v)
{
    unsigned i = (unsigned)(v * 0x9e3779b97f4a7c15u >> (64 - SLOT_BITS));
    while (w->key[i] && w->key[i] != v) i = (i + 1) & (SLOTS - 1);
    return i;
}

/* False when the function is there already. */
static inline bool remember(walk *w, uint64_t v, unsigned candidate)
{
    unsigned i = slot_of(w, v);
    if (w->key[i] || !v) return false;
    w->key[i] = v;
    w->where[i] = (uint16_t)candidate;
    w->undo[w->nundo++] = (uint16_t)i;
    return true;
}

static inline void forget(walk *w, unsigned nundo)
{
    while (w->nundo > nundo) w->key[w->undo[--w->nundo]] = 0;
}

/* The candidate with the function, chosen ones too, or NOT_FOUND. */
static inline unsigned find(const walk *w, uint64_t v)
{
    unsigned i = slot_of(w, v);
    return v && w->key[i] ? w->where[i] : NOT_FOUND;
}

/* ---- candidates ---- */

static inline void add_candidate(walk *w, uint64_t v, gate_op op, unsigned a, unsigned b)
{
    w->cand[w->ncand] = v;
    w->form[w->ncand] = (gate){(uint8_t)op, (uint8_t)a, (uint8_t)b};
    w->ncand += remember(w, v, w->ncand);
}

static inline uint64_t compute(gate_op op, uint64_t a, uint64_t b)
{
    switch (op) {
#define X(e, text, value) case GATE_##e: return value;
        GATE_OPS(X)
#undef X
    default: return 0;
    }
}

/* All gates whose newest operand is value x. */
static void expand(walk *w, unsigned x)
{
    for (unsigned v = 0; v < x; v++) {
#define X(e, text, value) add_candidate(w, compute(GATE_##e, w->val[v], w->val[x]), GATE_##e, v, x);
        GATE_OPS(X)
#undef X
        add_candidate(w, compute(GATE_BUT_NOT, w->val[x], w->val[v]), GATE_BUT_NOT, x, v);
    }
    w->judged += 5 * x;
}

static void push(walk *w, unsigned i)
{
    w->made[w->nval] = w->form[i];
    w->val[w->nval++] = w->cand[i];
}

static uint32_t used_by(gate g)
{
    return 1u << g.a | 1u << g.b;
}

/* ---- hits ---- */

static uint64_t order(const walk *w)
{
    return 2 * w->passed - w->inside;
}

static bool is_late(const walk *w)
{
    return order(w) > atomic_load_explicit(&w->shared->best, memory_order_relaxed);
}

static void export_chain(const walk *w, gates_hit *out)
{
    unsigned n = w->job->n;
    out->order = order(w);
    out->chain = (gates_chain){.ninputs = n, .ngates = w->nval - n};
    memcpy(out->chain.gate, w->made + n, out->chain.ngates * sizeof(gate));
    memcpy(out->value, w->val, w->nval * sizeof *w->val);
}

static void hit_targets(walk *w)
{
    export_chain(w, &w->hit[0]);
    w->done = true;
    pthread_mutex_lock(&w->shared->lock);
    if (order(w) < w->shared->best) w->shared->best = order(w);
    pthread_mutex_unlock(&w->shared->lock);
}

static inline void hit_class(walk *w, uint64_t v, gate g)
{
    gates_hit *h = &w->hit[w->job->class_of[v >> 1]];
    if (h->order != GATES_NO_HIT) return;
    w->made[w->nval] = g;
    w->val[w->nval++] = v;
    export_chain(w, h);
    w->nval--;
}

/* ---- symmetries ---- */

static bool keeps_targets(const gates_job *job, const gates_symmetry *s)
{
    for (unsigned t = 0; t < job->ntargets; t++) {
        uint64_t image = gates_symmetry_apply(s, job->target[t]);
        unsigned k = 0;
        while (k < job->ntargets && job->target[k] != image) k++;
        if (k == job->ntargets) return false;
    }
    return true;
}

/* The candidates at the root are mapped to themselves: so are inputs, and outputs that were taken.
 */
static void set_marks(walk *w)
{
    gates_symmetry s;
    w->nroot = w->ncand;
    for (unsigned i = 0; i < w->nroot; i++) w->mark[i] = (uint16_t)i;
    for (unsigned e = 1; e < gates_symmetry_count(w->job->n); e++) {
        gates_symmetry_make(w->job->n, e, &s);
        if (!keeps_targets(w->job, &s)) continue;
        for (unsigned i = 0; i < w->nroot; i++) {
            unsigned image = find(w, gates_symmetry_apply(&s, w->cand[i]));
            if (image < w->mark[i]) w->mark[i] = (uint16_t)image;
        }
    }
}

/* Whether candidate i leaves the first choice the least mark. */
static bool is_least_image(const walk *w, unsigned i)
{
    return i >= w->nroot || w->mark[i] >= (w->depth ? w->first : i);
}

/* ---- tickets ---- */

/* Whether this thread is the one to go on; what it computes is then the ticket's. */
static bool draws(walk *w)
{
    if (w->depth != TICKET_DEPTH) return true;
    if (w->passed++ != w->ticket) return false;
    w->outside += w->judged;
    w->judged = 0;
    return w->inside = true;
}

static void next_ticket(walk *w)
{
    share *s = w->shared;
    pthread_mutex_lock(&s->lock);
    if (w->inside) s->spent[w->ticket] = w->judged;
    w->ticket = s->next++;
    if (w->ticket >= s->cap) s->spent = mem_grow(s->spent, s->cap = 2 * s->cap, sizeof *s->spent);
    s->spent[w->ticket] = 0;
    pthread_mutex_unlock(&s->lock);
    if (w->inside) w->judged = 0;
    w->inside = false;
}

/* ---- the walk ---- */

static void visit(walk *w, unsigned left, unsigned low);

/* Outputs still to be made. */
static unsigned wanted(const walk *w)
{
    return w->job->class_of ? 1 : bits(w->missing);
}

static void go_below(walk *w, unsigned i, unsigned left)
{
    push(w, i);
    if (!w->depth++) w->first = i;
    if (draws(w)) {
        if (left > 2 || !w->job->class_of) expand(w, w->nval - 1);
        visit(w, left - 1, i + 1);
        if (w->depth == TICKET_DEPTH) next_ticket(w);
    }
    w->depth--;
    w->nval--;
}

/* Chooses candidate i, with `left` gates to go before it. */
static void choose(walk *w, unsigned i, unsigned left)
{
    unsigned ncand = w->ncand, nundo = w->nundo;
    uint32_t unused = w->unused;
    if (w->taken[i] || w->done || is_late(w) || !is_least_image(w, i)) return;
    w->unused = (unused & ~used_by(w->form[i])) | 1u << w->nval;
    if (bits(w->unused) <= left - 1 + wanted(w)) go_below(w, i, left);
    w->unused = unused;
    w->ncand = ncand;
    forget(w, nundo);
}

static void take(walk *w, unsigned t, unsigned i, unsigned left, unsigned low)
{
    unsigned ncand = w->ncand, nundo = w->nundo;
    uint32_t unused = w->unused;
    w->unused &= ~used_by(w->form[i]);
    w->missing ^= 1u << t;
    w->taken[i] = true;
    push(w, i);
    if (w->missing) expand(w, w->nval - 1);
    if (bits(w->unused) <= left - 1 + wanted(w)) visit(w, left - 1, low);
    w->nval--;
    w->taken[i] = false;
    w->missing ^= 1u << t;
    w->unused = unused;
    w->ncand = ncand;
    forget(w, nundo);
}

/* Takes a missing output that is a candidate, if there is one. */
static bool take_output(walk *w, unsigned left, unsigned low)
{
    for (unsigned t = 0; t < w->job->ntargets; t++) {
        unsigned i = w->missing >> t & 1 ? find(w, w->job->target[t]) : NOT_FOUND;
        if (i == NOT_FOUND) continue;
        take(w, t, i, left, low);
        return true;
    }
    return false;
}

/* Chooses the candidates that agree with want on the rows of care. */
static void choose_agreeing(walk *w, uint64_t want, uint64_t care, unsigned left, unsigned low)
{
    unsigned end = w->ncand;
    for (unsigned i = low; i < end; i++)
        if (!((w->cand[i] ^ want) & care)) choose(w, i, left);
}

/* One gate p is free, then t = g(p, q): chooses every p for which there are g and q. */
static void choose_before(walk *w, uint64_t t, uint64_t q, unsigned left, unsigned low)
{
    unsigned i = find(w, t ^ q);
    if (i != NOT_FOUND && i >= low) choose(w, i, left);
    if (!(t & ~q)) choose_agreeing(w, t, q, left, low);     /* t = p & q */
    if (!(t & ~q)) choose_agreeing(w, t ^ q, q, left, low); /* t = q & ~p */
    if (!(t & q)) choose_agreeing(w, t, ~q, left, low);     /* t = p & ~q */
    if (!(q & ~t)) choose_agreeing(w, t, ~q, left, low);    /* t = p | q */
}

static void choose_last_free(walk *w, unsigned left, unsigned low)
{
    unsigned nval = w->nval;
    for (unsigned t = 0; t < w->job->ntargets; t++)
        for (unsigned q = 0; q < nval && w->missing >> t & 1; q++)
            choose_before(w, w->job->target[t], w->val[q], left, low);
}

static void hit_pair(walk *w, unsigned a, unsigned b)
{
    w->judged += 5;
#define X(e, text, value)                                                                          \
    hit_class(w, compute(GATE_##e, w->val[a], w->val[b]), (gate){GATE_##e, (uint8_t)a, (uint8_t)b});
    GATE_OPS(X)
#undef X
    hit_class(w, compute(GATE_BUT_NOT, w->val[b], w->val[a]),
              (gate){GATE_BUT_NOT, (uint8_t)b, (uint8_t)a});
}

/* The last gate of a class: it uses all that is unused, which is nothing at the root only, and at
 * most two values. */
static void hit_classes(walk *w)
{
    uint32_t rest = w->unused & (w->unused - 1);
    unsigned a = w->unused ? (unsigned)__builtin_ctz(w->unused) : 0;
    if (rest) hit_pair(w, a, (unsigned)__builtin_ctz(rest));
    for (unsigned b = 0; b < w->nval && w->unused && !rest; b++)
        if (a != b) hit_pair(w, a, b);
    for (; a + 1 < w->nval && !w->unused; a++)
        for (unsigned b = a + 1; b < w->nval; b++) hit_pair(w, a, b);
}

static void choose_any(walk *w, unsigned left, unsigned low)
{
    unsigned end = w->ncand;
    for (unsigned i = low; i < end; i++) choose(w, i, left);
}

/* `left` gates to go; candidates from low on. */
static void visit(walk *w, unsigned left, unsigned low)
{
    unsigned m = wanted(w);
    if (!m) {
        hit_targets(w);
        return;
    }
    if (left < m || take_output(w, left, low)) return;
    if (!w->depth) set_marks(w);
    if (w->job->class_of && left == 1) hit_classes(w);
    else if (w->job->class_of || left > m + 1) choose_any(w, left, low);
    else if (left == m + 1) choose_last_free(w, left, low);
}

/* ---- without pruning ---- */

static bool has_targets(const walk *w)
{
    unsigned found = 0;
    for (unsigned v = 0; v < w->nval; v++)
        for (unsigned t = 0; t < w->job->ntargets; t++)
            found |= (unsigned)(w->val[v] == w->job->target[t]) << t;
    return found == w->missing;
}

static void plain_end(walk *w)
{
    gate last = w->made[--w->nval];
    if (w->job->class_of) hit_class(w, w->val[w->nval], last);
    w->nval++;
    if (!w->job->class_of && has_targets(w)) hit_targets(w);
}

static void plain(walk *w, unsigned left)
{
    unsigned n = w->nval;
    if (!left) {
        plain_end(w);
        return;
    }
    w->nval++;
    for (unsigned op = 0; op < GATE_OP_COUNT && !w->done; op++)
        for (unsigned a = 0; a < n; a++)
            for (unsigned b = 0; b < n && !w->done; b++) {
                if (a == b) continue;
                w->judged++;
                w->made[n] = (gate){(uint8_t)op, (uint8_t)a, (uint8_t)b};
                w->val[n] = compute((gate_op)op, w->val[a], w->val[b]);
                plain(w, left - 1);
            }
    w->nval = n;
}

/* ---- one level ---- */

static bool depends_on(uint64_t f, unsigned n, unsigned i)
{
    uint64_t x = gates_input(n, i);
    return ((f & x) >> (1u << i) ^ f) & ~x & gates_rows(n);
}

static void set_inputs(walk *w)
{
    const gates_job *job = w->job;
    for (unsigned i = 0; i < job->n; i++) {
        w->val[w->nval++] = gates_input(job->n, i);
        remember(w, w->val[i], NOT_FOUND);
        for (unsigned t = 0; t < job->ntargets; t++)
            if (depends_on(job->target[t], job->n, i)) w->unused |= 1u << i;
    }
    w->missing = (1u << job->ntargets) - 1;
}

static walk *walk_open(share *s)
{
    const gates_job *job = s->job;
    unsigned nhits = job->class_of ? job->nclasses : 1;
    walk *w = mem_alloc(1, sizeof *w);
    w->shared = s;
    w->job = job;
    w->hit = mem_alloc(nhits, sizeof *w->hit);
    memcpy(w->hit, s->hits, nhits * sizeof *w->hit);
    set_inputs(w);
    return w;
}

static void *run(void *context)
{
    walk *w = context;
    next_ticket(w);
    if (w->job->o->no_pruning) {
        plain(w, w->job->level);
    } else {
        for (unsigned i = 0; i < w->job->n; i++) expand(w, i);
        visit(w, w->job->level, 0);
    }
    if (w->inside) next_ticket(w);
    w->outside += w->judged;
    return NULL;
}

/* Takes over the first hits of a thread, and closes it. Returns what it computed outside of
 * tickets. */
static uint64_t walk_close(walk *w)
{
    unsigned nhits = w->job->class_of ? w->job->nclasses : 1;
    uint64_t outside = w->outside;
    for (unsigned i = 0; i < nhits; i++)
        if (w->hit[i].order < w->shared->hits[i].order) w->shared->hits[i] = w->hit[i];
    mem_free(w->hit);
    mem_free(w);
    return outside;
}

uint64_t gates_walk_level(const gates_job *job, gates_hit *hits)
{
    share s = {.job = job, .hits = hits, .best = GATES_NO_HIT, .cap = 1024};
    void *walks[THREADS_MAX];
    unsigned count = job->o->no_pruning ? 1 : threads_wanted(job->o->threads);
    uint64_t judged = 0;
    s.spent = mem_alloc(s.cap, sizeof *s.spent);
    pthread_mutex_init(&s.lock, NULL);
    for (unsigned i = 0; i < count; i++) walks[i] = walk_open(&s);
    threads_run(run, walks, count);
    for (unsigned i = 0; i < count; i++) {
        walk *w = walks[i];
        bool counts = s.best == GATES_NO_HIT ? i == 0 : w->hit[0].order == s.best;
        uint64_t outside = walk_close(w);
        if (counts) judged = outside;
    }
    for (uint64_t t = 0; t < s.next && 2 * t + 1 <= s.best; t++) judged += s.spent[t];
    pthread_mutex_destroy(&s.lock);
    mem_free(s.spent);
    return judged;
}
