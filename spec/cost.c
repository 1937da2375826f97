// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cost.c - reads a target's figures and adds them up over a program.
 *
 * A cost file (written by lowerings/measure/costgen.c) is lines of text; ";" starts a comment:
 *
 *     dispatch 4
 *     add r64 uops=1 latency=1 rthroughput=0.50 ports=P1:0.50,P5:0.50
 *
 * Loading checks everything: each line's form, that each instruction belongs to the target and has
 * one line, and that none is missing. What is missing, of however many targets, is one message,
 * with the command that makes it. The model is immutable afterwards.
 *
 * A program's throughput is that of its busiest port or of the dispatch width, whichever is slower;
 * its latency the longest path from an input to the result. Search compares programs by
 * cost_compare, which reads one table of keys an objective. */
#include "cost.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS_MAX = 48 };

typedef struct figures {
    bool known;
    unsigned uops;
    double latency, rthroughput;
    double pressure[PORTS_MAX]; /* cycles of each port of the model */
} figures;

struct cost_model {
    arena mem;
    const spec *spec;
    unsigned dispatch; /* micro-operations a cycle */
    const char *port[PORTS_MAX];
    unsigned nports;
    figures *of; /* by index of the instruction */
};

/* ---- objectives ---- */

const char *const objective_names[OBJECTIVE_COUNT] = {[OBJECTIVE_THROUGHPUT] = "throughput",
                                                      [OBJECTIVE_LATENCY] = "latency",
                                                      [OBJECTIVE_SIZE] = "size"};

enum key { KEY_INSNS, KEY_RTHROUGHPUT, KEY_UOPS, KEY_LATENCY, KEY_CONSTS, KEY_BYTES, KEY_COUNT };

/* What counts first, second ... */
static const enum key order[OBJECTIVE_COUNT][KEY_COUNT] = {
    [OBJECTIVE_THROUGHPUT] = {KEY_INSNS, KEY_RTHROUGHPUT, KEY_UOPS, KEY_LATENCY, KEY_CONSTS,
                              KEY_BYTES},
    [OBJECTIVE_LATENCY] = {KEY_LATENCY, KEY_INSNS, KEY_RTHROUGHPUT, KEY_UOPS, KEY_CONSTS,
                           KEY_BYTES},
    [OBJECTIVE_SIZE] = {KEY_BYTES, KEY_INSNS, KEY_RTHROUGHPUT, KEY_UOPS, KEY_LATENCY, KEY_CONSTS},
};

static double key_value(const cost *c, enum key k)
{
    const double value[KEY_COUNT] = {[KEY_INSNS] = c->insns,     [KEY_RTHROUGHPUT] = c->rthroughput,
                                     [KEY_UOPS] = c->uops,       [KEY_LATENCY] = c->latency,
                                     [KEY_CONSTS] = c->consts,   [KEY_BYTES] = c->bytes};
    return value[k];
}

int cost_compare(const cost *a, const cost *b, objective o)
{
    require(o < OBJECTIVE_COUNT, "an objective of the enumeration");
    for (unsigned i = 0; i < KEY_COUNT; i++) {
        double x = key_value(a, order[o][i]), y = key_value(b, order[o][i]);
        if (x < y) return -1;
        if (x > y) return 1;
    }
    return 0;
}

/* ---- reading: words of a line, each with its place ---- */

/* What has no figures. */
typedef struct gaps {
    bool *instr, *target; /* by index */
} gaps;

typedef struct reader {
    cost_model *m;
    gaps *gaps;
    const target *target;
    place where; /* of the next character */
    const char *s;
    diags *d;
    unsigned errors;
} reader;

typedef struct word {
    const char *s;
    size_t n;
    place where;
} word;

static void complain(reader *r, place where, const char *what, word found)
{
    if (found.n)
        diag_error(r->d, where, "%s, found '%.*s'", what, (int)found.n, found.s);
    else
        diag_error(r->d, where, "%s, found the end of the line", what);
    r->errors++;
}

static void skip_blanks(reader *r)
{
    while (*r->s == ' ' || *r->s == '\t' || *r->s == '\r') r->s++, r->where.column++;
}

static bool is_word_char(char c)
{
    return c && !isspace((unsigned char)c) && c != ';';
}

/* The next word of the line; empty at its end. */
static word next_word(reader *r)
{
    skip_blanks(r);
    word w = {.s = r->s, .where = r->where};
    while (is_word_char(*r->s)) r->s++, r->where.column++;
    w.n = (size_t)(r->s - w.s);
    return w;
}

static void skip_line(reader *r)
{
    r->s += strcspn(r->s, "\n");
    if (*r->s) r->s++;
    r->where.line++;
    r->where.column = 1;
}

static bool word_is(word w, const char *text)
{
    return strlen(text) == w.n && !memcmp(w.s, text, w.n);
}

static char *word_copy(reader *r, word w)
{
    return arena_strndup(&r->m->mem, w.s, w.n);
}

/* Takes the first n characters off w. */
static word word_rest(word w, size_t n)
{
    w.s += n, w.n -= n, w.where.column += (int)n;
    return w;
}

/* A whole word that is a finite decimal number of at least 0. */
static bool word_number(reader *r, word w, double *out)
{
    char *text = word_copy(r, w), *end;
    if (!isdigit((unsigned char)*text) || strspn(text, "0123456789.") != w.n) return false;
    *out = strtod(text, &end);
    return *end == '\0' && *out <= 1e6;
}

/* ---- reading: figures of an instruction ---- */

/* "KEY=NUMBER" */
static bool read_figure(reader *r, const char *key, double *out)
{
    word w = next_word(r);
    size_t n = strlen(key);
    if (w.n > n && !memcmp(w.s, key, n) && w.s[n] == '=' &&
        word_number(r, word_rest(w, n + 1), out))
        return true;
    diag_error(r->d, w.where, "expected %s=NUMBER, found '%.*s'", key, (int)w.n, w.s);
    r->errors++;
    return false;
}

/* Number of the port of that name, a new one when it is not known yet; -1 when there are too many.
 */
static int find_port(reader *r, word name)
{
    cost_model *m = r->m;
    for (unsigned i = 0; i < m->nports; i++)
        if (word_is(name, m->port[i])) return (int)i;
    if (m->nports == PORTS_MAX) return -1;
    m->port[m->nports] = word_copy(r, name);
    return (int)m->nports++;
}

/* "PORT:CYCLES" */
static bool read_port(reader *r, word w, figures *f)
{
    size_t colon = 0;
    double cycles;
    while (colon < w.n && w.s[colon] != ':') colon++;
    word name = {.s = w.s, .n = colon, .where = w.where};
    bool ok = colon > 0 && colon < w.n && word_number(r, word_rest(w, colon + 1), &cycles);
    int port = ok ? find_port(r, name) : -1;
    if (port >= 0)
        f->pressure[port] = cycles;
    else
        complain(r, w.where, ok ? "too many ports" : "expected PORT:CYCLES", w);
    return port >= 0;
}

static size_t length_to_comma(word w)
{
    size_t n = 0;
    while (n < w.n && w.s[n] != ',') n++;
    return n;
}

/* "ports=PORT:CYCLES,..." or "ports=-" */
static bool read_ports(reader *r, figures *f)
{
    word w = next_word(r);
    if (w.n < 7 || memcmp(w.s, "ports=", 6)) {
        complain(r, w.where, "expected ports=PORT:CYCLES,... or ports=-", w);
        return false;
    }
    w = word_rest(w, 6);
    if (word_is(w, "-")) return true;
    for (;;) {
        size_t n = length_to_comma(w);
        if (!read_port(r, (word){.s = w.s, .n = n, .where = w.where}, f)) return false;
        if (n == w.n) return true;
        w = word_rest(w, n + 1);
    }
}

static void read_figures(reader *r, figures *f)
{
    double uops;
    bool ok = read_figure(r, "uops", &uops) && read_figure(r, "latency", &f->latency) &&
              read_figure(r, "rthroughput", &f->rthroughput) && read_ports(r, f);
    if (!ok) return;
    f->uops = (unsigned)uops;
    word rest = next_word(r);
    if (rest.n) complain(r, rest.where, "expected the end of the line", rest);
}

/* ---- reading: lines ---- */

/* The target's instruction that the words name, or NULL with a diagnostic. */
static const instr *find_instr(reader *r, word name, word class_name)
{
    const regclass *cls = spec_find_class(r->m->spec, word_copy(r, class_name));
    if (!cls) {
        complain(r, class_name.where, "expected a register class", class_name);
        return NULL;
    }
    const instr *in = spec_find_instr(r->m->spec, r->target->set, word_copy(r, name), cls);
    if (in && target_has_instr(r->target, in)) return in;
    diag_error(r->d, name.where,
               "%s has no instruction '%.*s' of class %s; `lanesmith cost` writes this file anew",
               r->target->name, (int)name.n, name.s, cls->name);
    r->errors++;
    return NULL;
}

static void read_instr(reader *r, word name)
{
    const instr *in = find_instr(r, name, next_word(r));
    if (!in) return;
    figures *f = &r->m->of[in->index];
    if (f->known) {
        complain(r, name.where, "expected one line an instruction", name);
        return;
    }
    f->known = true;
    read_figures(r, f);
}

static void read_dispatch(reader *r)
{
    double width;
    word w = next_word(r);
    if (r->m->dispatch)
        complain(r, w.where, "expected one dispatch line", w);
    else if (w.n && word_number(r, w, &width) && width >= 1)
        r->m->dispatch = (unsigned)width;
    else
        complain(r, w.where, "expected the dispatch width, a positive number", w);
}

static void read_lines(reader *r)
{
    while (*r->s) {
        word first = next_word(r);
        if (word_is(first, "dispatch"))
            read_dispatch(r);
        else if (first.n)
            read_instr(r, first);
        skip_line(r);
    }
}

/* Notes what is missing. */
static void check_complete(reader *r)
{
    const spec *s = r->m->spec;
    for (unsigned i = 0; i < s->ninstrs; i++)
        if (target_has_instr(r->target, &s->instrs[i]) && !r->m->of[s->instrs[i].index].known)
            r->gaps->instr[i] = r->gaps->target[r->target->index] = true;
    if (!r->m->dispatch && !r->gaps->target[r->target->index]) {
        diag_error(r->d, (place){.file = r->where.file},
                   "expected a line 'dispatch WIDTH'; run `lanesmith cost`");
        r->errors++;
    }
}

/* ---- what is missing ---- */

static gaps gaps_open(const spec *s)
{
    return (gaps){.instr = mem_alloc(s->ninstrs + 1, sizeof(bool)),
                  .target = mem_alloc(s->ntargets + 1, sizeof(bool))};
}

/* "add r64, sub r64"; no more than five. Returns how many there are. */
static unsigned list_instrs(const spec *s, const gaps *g, strbuf *out)
{
    enum { LISTED = 5 };
    unsigned n = 0;
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (!g->instr[i]) continue;
        if (n++ < LISTED)
            strbuf_printf(out, "%s%s %s", n > 1 ? ", " : "", in->name, in->result->name);
    }
    if (n > LISTED) strbuf_puts(out, ", ...");
    return n;
}

static unsigned list_targets(const spec *s, const gaps *g, strbuf *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->ntargets; i++)
        if (g->target[i]) strbuf_printf(out, "%s%s", n++ ? "," : "", s->targets[i].name);
    return n;
}

/* One sentence for all that is missing; LS_INPUT when anything is. Closes the gaps. */
static ls_status gaps_close(gaps *g, const spec *s, const char *dir, diags *d)
{
    strbuf instrs = {0}, targets = {0}, where = {0};
    unsigned n = list_instrs(s, g, &instrs), ntargets = list_targets(s, g, &targets);
    strbuf_printf(&where, " --spec %s", dir);
    if (n)
        diag_error(d, (place){.file = dir},
                   "no cost figures for %u instruction%s on %u target%s: %s; "
                   "`lanesmith cost --target %s%s` makes them",
                   n, n == 1 ? "" : "s", ntargets, ntargets == 1 ? "" : "s", strbuf_text(&instrs),
                   strbuf_text(&targets), strbuf_text(&where));
    strbuf_free(&instrs);
    strbuf_free(&targets);
    strbuf_free(&where);
    mem_free(g->instr);
    mem_free(g->target);
    return n ? LS_INPUT : LS_OK;
}

/* ---- loading ---- */

/* The file's text; "" when there is none. */
static ls_status read_text(const char *path, char **text, diags *d)
{
    size_t size;
    if (file_read(path, text, &size) == LS_OK) return LS_OK;
    if (errno == ENOENT) {
        *text = mem_alloc(1, 1);
        return LS_OK;
    }
    diag_error(d, (place){.file = path}, "cannot be read: %s", file_reason());
    return LS_ENV;
}

const char *cost_path(const target *t, const char *dir, arena *mem)
{
    if (!*t->set->name) return arena_printf(mem, "%s/%s.cost", dir, t->name);
    return arena_printf(mem, "%s/targets/%s/cost/%s.cost", dir, t->set->name, t->name);
}

/* *out is NULL when something is wrong, or missing; that is noted in g. */
static ls_status load(cost_model **out, const spec *s, const target *t, const char *dir, gaps *g,
                      diags *d)
{
    char *text = NULL;
    cost_model *m = mem_alloc(1, sizeof *m);
    const char *path = cost_path(t, dir, &m->mem);
    ls_status status = read_text(path, &text, d);
    *out = NULL;
    if (status == LS_OK) {
        reader r = {.m = m, .gaps = g, .target = t, .where = {path, text, 1, 1}, .s = text, .d = d};
        m->spec = s;
        m->of = arena_new(&m->mem, s->ninstrs + 1, figures);
        read_lines(&r);
        check_complete(&r);
        status = r.errors ? LS_INPUT : LS_OK;
    }
    mem_free(text);
    if (status == LS_OK && !g->target[t->index])
        *out = m;
    else
        cost_model_free(m);
    return status;
}

static ls_status worse(ls_status a, ls_status b)
{
    return a == LS_OK ? b : a;
}

ls_status cost_model_load(cost_model **out, const spec *s, const target *t, const char *dir,
                          diags *d)
{
    gaps g = gaps_open(s);
    ls_status rc = load(out, s, t, dir, &g, d);
    return worse(rc, gaps_close(&g, s, dir, d));
}

void cost_model_free(cost_model *m)
{
    if (!m) return;
    arena_free(&m->mem);
    mem_free(m);
}

ls_status cost_models_load(cost_model ***out, const spec *s, const bool *wanted, const char *dir,
                           diags *d)
{
    gaps g = gaps_open(s);
    ls_status rc = LS_OK;
    *out = mem_alloc(s->ntargets, sizeof **out);
    for (unsigned i = 0; rc != LS_ENV && i < s->ntargets; i++)
        if (!wanted || wanted[i]) rc = worse(load(&(*out)[i], s, &s->targets[i], dir, &g, d), rc);
    return worse(rc, gaps_close(&g, s, dir, d));
}

ls_status cost_models_of_cells(cost_model ***out, const spec *s, const cell *cells, unsigned count,
                               const char *dir, diags *d)
{
    bool *wanted = mem_alloc(s->ntargets + 1, sizeof *wanted);
    for (unsigned i = 0; i < count; i++) wanted[cells[i].target->index] = true;
    ls_status rc = cost_models_load(out, s, wanted, dir, d);
    mem_free(wanted);
    return rc;
}

void cost_models_free(cost_model **models, const spec *s)
{
    for (unsigned i = 0; models && i < s->ntargets; i++) cost_model_free(models[i]);
    mem_free(models);
}

/* ---- programs ---- */

static const figures *figures_of(const cost_model *m, const prog_insn *insn)
{
    static const figures none = {.known = true};
    /* of a form whoever compiles the program knows: see cost.h; a part of a block is for nothing */
    if (insn->in->form_of || !insn->in->machine) return &none;
    const figures *f = &m->of[insn->in->index];
    require(f->known, "the program's instructions belong to the model's target");
    return f;
}

static unsigned sum_uops(const cost_model *m, const prog *p)
{
    unsigned uops = 0;
    for (unsigned i = 0; i < p->ninsns; i++) uops += figures_of(m, &p->insn[i])->uops;
    return uops;
}

static double port_pressure(const cost_model *m, const prog *p, unsigned port)
{
    double cycles = 0;
    for (unsigned i = 0; i < p->ninsns; i++) cycles += figures_of(m, &p->insn[i])->pressure[port];
    return cycles;
}

/* An instruction that is not pipelined (a division, say) may bound the program more than its ports
 * tell. */
static double slowest_insn(const cost_model *m, const prog *p)
{
    double cycles = 0;
    for (unsigned i = 0; i < p->ninsns; i++)
        cycles = fmax(cycles, figures_of(m, &p->insn[i])->rthroughput);
    return cycles;
}

static double throughput(const cost_model *m, const prog *p)
{
    double cycles = fmax((double)sum_uops(m, p) / m->dispatch, slowest_insn(m, p));
    for (unsigned i = 0; i < m->nports; i++) cycles = fmax(cycles, port_pressure(m, p, i));
    return cycles;
}

/* Inputs and constants are ready at time 0. */
static double longest_path(const cost_model *m, const prog *p)
{
    double ready[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX] = {0};
    unsigned first = prog_first_insn(p);
    for (unsigned i = 0; i < p->ninsns; i++) {
        const prog_insn *insn = &p->insn[i];
        double start = 0;
        for (unsigned j = 0; j < insn->in->nsrc; j++) start = fmax(start, ready[insn->src[j]]);
        ready[first + i] = start + figures_of(m, insn)->latency;
    }
    return ready[p->result];
}

/* Hundredths, as the figures are given; sums of them otherwise differ in the last bit by order of
 * addition. */
static double rounded(double cycles)
{
    return floor(cycles * 100 + 0.5) / 100;
}

void cost_of_prog(const cost_model *m, const prog *p, cost *out)
{
    out->uops = sum_uops(m, p);
    out->rthroughput = rounded(throughput(m, p));
    out->latency = rounded(longest_path(m, p));
    out->consts = p->nconsts;
}
