// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* version2.c - reads winners texts of version 2: a line for a statement, and for all cells that
 * share it.
 *
 * A heading names an operation and what the rows under it say: its winners, their costs, bounds or
 * finished searches. A row begins with the cells: widths, a class, targets. Which program a cost
 * belongs to, and which text a bound's grammar has, may stand in another file: whole.c joins them.
 *
 * A strict parser of lines, each function under the form of its line; docs/database.md has the
 * whole. */
#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { WIDTHS_MAX = 512 };

void version2_begin(loader *u, whole *all)
{
    const spec *s = u->s;
    if (!all->any) {
        all->meanings = u->meanings;
        all->op_seen = arena_new(&all->mem, s->nops, bool);
        all->instr_seen = arena_new(&all->mem, spec_all_instrs(s), bool);
        all->meanings.op = arena_new(&all->mem, s->nops, const char *);
        all->meanings.instr = arena_new(&all->mem, spec_all_instrs(s), const char *);
        memcpy(all->meanings.op, u->meanings.op, s->nops * sizeof *u->meanings.op);
        memcpy(all->meanings.instr, u->meanings.instr,
               spec_all_instrs(s) * sizeof *u->meanings.instr);
    }
    all->any = true;
    u->whole = all;
    u->meanings = all->meanings;
    u->op_seen = all->op_seen;
    u->instr_seen = all->instr_seen;
}

/* ---- cells ---- */

typedef struct cells {
    unsigned w[WIDTHS_MAX], nw; /* ascending */
    const regclass *cls;
    const target *t[64]; /* distinct */
    unsigned nt;
} cells;

/* The next word up to a comma: "x86-64" of "x86-64,x86-64-v2". */
static const char *take_part(loader *u, const char **list, const char **at)
{
    size_t n = strcspn(*list, ",");
    const char *part = arena_strndup(&u->mem, *list, n);
    *list += n + ((*list)[n] == ',');
    *at += n + 1;
    return part;
}

static bool ends_in_comma(loader *u, const char *list, const char *at, const char *what)
{
    size_t n = strlen(list);
    if (n && list[n - 1] != ',') return false;
    diag_error(u->dg, line_place(u, at + n), "expected %s", what);
    return true;
}

/* "1,2,4" */
static bool take_widths(loader *u, cells *c)
{
    const char *list = line_take_word(u, "field widths"), *at;
    if (!list) return false;
    at = line_word_start(u, list);
    if (ends_in_comma(u, list, at, "a field width")) return false;
    for (c->nw = 0; *list; c->nw++) {
        const char *start = at, *w = take_part(u, &list, &at);
        if (c->nw == WIDTHS_MAX) {
            diag_error(u->dg, line_place(u, start), "more than %d field widths", WIDTHS_MAX);
            return false;
        }
        if (!line_convert_u(u, w, start, &c->w[c->nw])) return false;
        if (c->nw && c->w[c->nw] <= c->w[c->nw - 1]) {
            diag_error(u->dg, line_place(u, start), "the field widths do not ascend");
            return false;
        }
    }
    return true;
}

/* "x86-64,x86-64-v2" */
static bool take_targets(loader *u, cells *c)
{
    const char *list = line_take_word(u, "targets"), *at;
    if (!list) return false;
    at = line_word_start(u, list);
    if (ends_in_comma(u, list, at, "a target")) return false;
    for (c->nt = 0; *list; c->nt++) {
        const char *start = at, *name = take_part(u, &list, &at);
        const target *t = spec_find_target(u->s, name);
        if (!t || c->nt == sizeof c->t / sizeof *c->t) {
            diag_error(u->dg, line_place(u, start),
                       t ? "more targets than there can be" : "unknown target `%s`", name);
            return false;
        }
        if (!target_has_class(t, c->cls)) {
            diag_error(u->dg, line_place(u, start), "%s has no register class %s", name,
                       c->cls->name);
            return false;
        }
        for (unsigned i = 0; i < c->nt; i++)
            if (c->t[i] == t) {
                diag_error(u->dg, line_place(u, start), "the target %s is given twice", name);
                return false;
            }
        c->t[c->nt] = t;
    }
    return true;
}

/* "WIDTHS CLASS TARGETS" and two spaces */
static bool take_cells(loader *u, cells *c)
{
    if (!take_widths(u, c) || !(c->cls = line_take_class(u)) || !take_targets(u, c)) return false;
    if (!line_starts_with(u, "  ")) {
        diag_error(u->dg, line_place(u, u->at), "expected two spaces");
        return false;
    }
    u->at += 2;
    return true;
}

static void add_row(row_list *list, const cell *c, const statement *x)
{
    if (list->count == list->cap)
        list->row = mem_grow(list->row, list->cap = list->cap ? 2 * list->cap : 256,
                             sizeof *list->row);
    list->row[list->count++] = (row){*c, x};
}

/* The statement for each of the cells. */
static bool add_rows(loader *u, const cells *c, const statement *x)
{
    for (unsigned i = 0; i < c->nw; i++)
        for (unsigned k = 0; k < c->nt; k++) {
            cell at = {u->op, c->w[i], c->cls, c->t[k]};
            if (!at.w || !cell_exists(&at)) {
                strbuf name = {0};
                cell_print(&at, &name);
                diag_error(u->dg, line_place(u, u->line), "there is no cell %s", name.s);
                strbuf_free(&name);
                return false;
            }
            add_row(&u->whole->rows[u->kind], &at, x);
        }
    return true;
}

/* ---- winners ---- */

/* What the line has up to `end`, "; " a line feed there. */
static char *take_joined(loader *u, const char *end)
{
    strbuf b = {0};
    for (const char *s = u->at; s < end; s++) {
        if (s + 1 < end && s[0] == ';' && s[1] == ' ') {
            strbuf_puts(&b, "\n");
            s++;
        } else {
            if (s + 1 < end && *s == '\\') s++;
            strbuf_putn(&b, s, 1);
        }
    }
    strbuf_puts(&b, "\n");
    char *text = arena_strdup(&u->mem, strbuf_text(&b));
    strbuf_free(&b);
    u->at = end;
    return text;
}

/* Where the program ends that the reading position is at: before " <- PARENT", or at the end of the
 * line. */
static const char *end_of_program(const loader *u)
{
    for (const char *s = u->at; s + 4 <= u->end; s++)
        if (!memcmp(s, " <- ", 4)) return s;
    return u->end;
}

/* The program's instructions are all on the targets. start: of its text in the line. */
static bool check_fit(loader *u, const prog *p, const cells *c, const char *start)
{
    for (unsigned i = 0; i < p->ninsns; i++) {
        for (unsigned k = 0; k < c->nt; k++)
            if (!target_has_instr(c->t[k], p->insn[i].in)) {
                diag_error(u->dg, line_place(u, start), "`%s` is not an instruction of %s",
                           p->insn[i].in->name, c->t[k]->name);
                return false;
            }
        const char *next = strstr(start, "; ");
        if (next) start = next + 2;
    }
    return true;
}

/* "t0 = xor a b; r = and t0 a" */
static bool take_program(loader *u, const cells *c, statement *x)
{
    const char *start = u->at, *end = end_of_program(u);
    prog p;
    if (start == end || end[-1] == ' ' || *start == ' ') {
        diag_error(u->dg, line_place(u, start),
                   "expected the program, its steps separated by `; `");
        return false;
    }
    const char *line = arena_strndup(&u->mem, start, (size_t)(end - start));
    if (!prog_parse_line(&p, u->s, c->t[0]->set, u->op, c->cls, line,
                         line_place(u, start), u->dg) ||
        !check_fit(u, &p, c, start))
        return false;
    x->form = prog_has_form(&p);
    x->insns = prog_length(&p);
    x->text = take_joined(u, end);
    return true;
}

/* " <- add_lanes_once", " <- t0 = xor a b; r = and t0 a": the rule, or the program, that it was
 * derived from */
static bool take_parent(loader *u, statement *x)
{
    x->parent = "";
    if (u->at == u->end) return true;
    u->at += 4;
    if (u->at == u->end) {
        diag_error(u->dg, line_place(u, u->at), "expected what the program was derived from");
        return false;
    }
    x->parent = take_joined(u, u->end);
    return true;
}

/* "4 x128 x86-64,x86-64-v2  window  t0 = shift a 1; r = xor a t0" */
static bool read_winner(loader *u, const cells *c, statement *x)
{
    const char *at = u->at;
    if (!(x->engine = line_take_word(u, "the name of an engine")) ||
        !line_check_word(u, x->engine, at))
        return false;
    if (!line_starts_with(u, "  ")) {
        diag_error(u->dg, line_place(u, u->at), "expected two spaces and the program");
        return false;
    }
    u->at += 2;
    return take_program(u, c, x) && take_parent(u, x);
}

/* ---- costs ---- */

/* "4 x128 x86-64  5 5 1.67 4 1 23 1 0": the members in order; "llvm" before them: of the program
 * that leaves something to LLVM */
static bool read_cost(loader *u, const cells *c, statement *x)
{
    const char *w;
    (void)c;
    x->form = line_starts_with(u, "llvm ");
    if (x->form) u->at += 4;
#define X(member, how)                                                                             \
    if (!(w = line_take_word(u, #member)) ||                                                       \
        !line_convert_##how(u, w, line_word_start(u, w), &x->cost.member))                         \
        return false;
    COST_FIELDS(X)
#undef X
    return line_at_end(u);
}

/* ---- bounds and marks ---- */

/* "4 x128 x86-64  5 1589567679 exhaust GRAMMAR" */
static bool read_bound(loader *u, const cells *c, statement *x)
{
    const char *w;
    (void)c;
    if (!line_take_unsigned(u, "a number of instructions", &x->insns)) return false;
    if (!(w = line_take_word(u, "a number of candidates"))) return false;
    if (!line_parse_u64(w, INT64_MAX, &x->candidates)) {
        diag_error(u->dg, line_place(u, line_word_start(u, w)),
                   "expected a whole number, found `%s`", w);
        return false;
    }
    if (!(x->engine = line_take_word(u, "the name of an engine")) ||
        !line_check_word(u, x->engine, line_word_start(u, x->engine)))
        return false;
    if (!(x->key = line_take_hash(u))) return false;
    x->where = line_place(u, line_word_start(u, x->key));
    return line_at_end(u);
}

/* "4 x128 x86-64  28d6f7a8ac7bf3a95a0b81918074b343" */
static bool read_mark(loader *u, const cells *c, statement *x)
{
    (void)c;
    x->key = line_take_word(u, "a key");
    return x->key && line_check_word(u, x->key, line_word_start(u, x->key)) && line_at_end(u);
}

/* ---- headings ---- */

/* What the rows under a heading say. */
static const struct heading {
    const char *name;
    bool has_hash;
    bool (*read)(loader *u, const cells *c, statement *x);
} headings[ROW_KINDS] = {
    [ROW_WINNER] = {"winners", true, read_winner},
    [ROW_COST] = {"costs", false, read_cost},
    [ROW_BOUND] = {"bounds", true, read_bound},
    [ROW_MARK] = {"searched", true, read_mark},
};

static bool note_operation(loader *u, const op *o)
{
    const char *hash = line_take_hash(u);
    return hash && text_note_meaning(u, &u->meanings.op[o->index], &u->op_seen[o->index], hash,
                                     line_place(u, line_word_start(u, hash)));
}

/* "winners OPERATION HASH", "costs OPERATION" ...; without a hash the spec's meaning is meant */
static void read_section(loader *u, row_kind kind)
{
    u->kind = kind;
    u->op = line_take_op(u);
    if (!u->op) return;
    if (headings[kind].has_hash && u->at < u->end)
        note_operation(u, u->op);
    else
        line_at_end(u);
}

static void read_heading(loader *u)
{
    const char *w = line_take_word(u, "a word");
    u->op = NULL;
    for (row_kind k = 0; w && k < ROW_KINDS; k++)
        if (!strcmp(headings[k].name, w)) {
            read_section(u, k);
            return;
        }
    if (w && !strcmp(w, "instruction"))
        text_read_instruction(u);
    else if (w && !strcmp(w, "grammar"))
        text_read_grammar(u);
    else
        diag_error(u->dg, line_place(u, u->line),
                   "unexpected `%s`; expected winners, costs, bounds, searched, instruction or "
                   "grammar",
                   w);
}

/* A row without a right heading is passed over: the heading has a diagnostic, or there is none. */
static void read_row(loader *u)
{
    cells c;
    statement *x;
    if (!u->op) {
        if (u->dg->count == u->errors_before)
            diag_error(u->dg, line_place(u, u->line), "a row without a heading above it");
        return;
    }
    x = arena_new(&u->mem, 1, statement);
    x->where = line_place(u, u->line);
    if (take_cells(u, &c) && headings[u->kind].read(u, &c, x)) add_rows(u, &c, x);
}

bool version2_read_line(loader *u)
{
    if (*u->line >= '0' && *u->line <= '9')
        read_row(u);
    else
        read_heading(u);
    return true;
}
