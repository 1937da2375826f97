// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prog_text.c - programs as text, both ways (prog.h has the form). */
#include "prog.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "form.h"
#include "prog_inside.h"
#include "spec/term/bv.h"

/* ---- printing ---- */

static void print_const(const prog *p, const prog_const *k, strbuf *out)
{
    unsigned period = prog_const_period(p, k),
             digits = (period ? period : prog_const_bits(p, k)) / 4;
    unsigned zeros = 0;
    strbuf_puts(out, "0x");
    for (unsigned i = digits;
         !period && !k->bits && i-- > 1 && !(k->limb[i / 16] >> i % 16 * 4 & 15);)
        zeros++;
    for (unsigned i = digits - zeros; i-- > 0;)
        strbuf_putn(out, &"0123456789abcdef"[k->limb[i / 16] >> i % 16 * 4 & 15], 1);
    if (period) strbuf_puts(out, "*");
}

static void print_temporary(unsigned number, strbuf *out)
{
    strbuf_puts(out, "t");
    strbuf_put_integer(out, number);
}

static void print_value(const prog *p, unsigned v, strbuf *out)
{
    if (v < p->ninputs) strbuf_puts(out, p->input_name[v]);
    else if (v < prog_first_insn(p)) print_const(p, &p->konst[v - p->ninputs], out);
    else print_temporary(v - prog_first_insn(p), out);
}

static void print_result(const prog *p, const char *name, unsigned v, strbuf *out)
{
    strbuf_printf(out, "%s = ", name);
    print_value(p, v, out);
    strbuf_puts(out, "\n");
}

/* Whether the last instruction's line is that of the result. */
static bool ends_in_result(const prog *p)
{
    return p->ninsns && !p->second_name && p->result == prog_first_insn(p) + p->ninsns - 1;
}

void prog_print(const prog *p, strbuf *out)
{
    for (unsigned i = 0; i < p->ninsns; i++) {
        const prog_insn *x = &p->insn[i];
        if (i + 1 == p->ninsns && ends_in_result(p)) strbuf_puts(out, "r");
        else print_temporary(i, out);
        strbuf_puts(out, " = ");
        strbuf_puts(out, x->in->name);
        for (unsigned k = 0; k < x->in->nsrc; k++) {
            strbuf_puts(out, " ");
            print_value(p, x->src[k], out);
        }
        if (x->in->has_imm) strbuf_puts(out, " "), strbuf_put_integer(out, x->imm);
        strbuf_puts(out, "\n");
    }
    if (!ends_in_result(p)) print_result(p, "r", p->result, out);
    if (p->second_name) print_result(p, p->second_name, p->second, out);
}

/* ---- parsing ---- */

enum { TOKENS_MAX = 3 + SPEC_SRC_MAX + 1 };

typedef struct line_reader {
    prog *p;
    const spec *s;
    const isa *set; /* NULL: any */
    diags *d;
    place where;     /* of the line's first column */
    bool first_done; /* the first of two results is known */
    const char *token[TOKENS_MAX];
    int column[TOKENS_MAX], length[TOKENS_MAX];
    unsigned ntokens;
    const instr *in;
} line_reader;

static bool bad_token(const line_reader *r, unsigned i, const char *fmt, const char *what)
{
    place at = r->where;
    if (i < r->ntokens) at.column += r->column[i];
    diag_error(r->d, at, fmt, i < r->ntokens ? r->length[i] : 0, i < r->ntokens ? r->token[i] : "",
               what);
    return false;
}

static bool split_line(line_reader *r, const char *line, size_t n)
{
    r->ntokens = 0;
    for (size_t i = 0; i < n;) {
        while (i < n && (line[i] == ' ' || line[i] == '\t')) i++;
        size_t start = i;
        while (i < n && line[i] != ' ' && line[i] != '\t') i++;
        if (start == i) break;
        if (r->ntokens == TOKENS_MAX) {
            diag_error(r->d, r->where, "too many operands in this line");
            return false;
        }
        r->token[r->ntokens] = line + start;
        r->column[r->ntokens] = (int)start;
        r->length[r->ntokens++] = (int)(i - start);
    }
    if (r->ntokens < 3 || r->length[1] != 1 || *r->token[1] != '=') {
        diag_error(r->d, r->where, "expected NAME = INSTRUCTION OPERAND ..., or r = VALUE");
        return false;
    }
    return true;
}

static bool token_is(const line_reader *r, unsigned i, const char *text)
{
    size_t n = (size_t)r->length[i];
    return !strncmp(text, r->token[i], n) && !text[n]; /* most differ in the first character */
}

/* How many bits a constant of n digits has that is for wider classes than the program's; 0: it is
 * for prog_const_class. */
static unsigned wide_bits(const prog *p, unsigned n, bool star)
{
    bool wide = n * 4 > prog_const_class(p)->bits && n * 4 <= 8 * sizeof p->konst[0].limb;
    return wide && !star && !(n & (n - 1)) ? n * 4 : 0;
}

/* "0x" digits ["*"] */
static bool parse_const(line_reader *r, unsigned i, prog_const *out)
{
    const char *s = r->token[i] + 2;
    unsigned n = (unsigned)r->length[i] - 2, bits = prog_const_class(r->p)->bits;
    bool star = n && s[n - 1] == '*';
    n -= star;
    *out = (prog_const){{0}, wide_bits(r->p, n, star)};
    if (n == 0 || (n * 4 > bits && !out->bits))
        return bad_token(r, i, "constant '%.*s' does not fit the register%s", "");
    for (unsigned k = 0; k < n; k++) {
        char ch = s[n - 1 - k];
        if (!isxdigit((unsigned char)ch) || isupper((unsigned char)ch))
            return bad_token(r, i,
                             "'%.*s' is no constant; lower-case hexadecimal digits expected%s", "");
        out->limb[k / 16] |= (uint64_t)(ch <= '9' ? ch - '0' : ch - 'a' + 10) << k % 16 * 4;
    }
    if (!star) return true;
    if (n != 2 && n != 4 && n != 8 && n != 16)
        return bad_token(r, i, "'%.*s': a repeated constant has 2, 4, 8 or 16 digits%s", "");
    prog_repeat(out->limb, bv_limbs(bits), out->limb[0], n * 4);
    bv_trim(out->limb, bits);
    return true;
}

/* The number of temporary "tN", or -1. */
static long temporary(const line_reader *r, unsigned i)
{
    if (*r->token[i] != 't' || r->length[i] < 2 || r->length[i] > 4) return -1;
    long v = 0;
    for (int k = 1; k < r->length[i]; k++) {
        if (!isdigit((unsigned char)r->token[i][k])) return -1;
        v = v * 10 + (r->token[i][k] - '0');
    }
    return v;
}

static bool is_const_token(const line_reader *r, unsigned i)
{
    return r->length[i] > 2 && r->token[i][0] == '0' && r->token[i][1] == 'x';
}

static bool parse_value(line_reader *r, unsigned i, unsigned *out)
{
    prog *p = r->p;
    prog_const key;
    for (unsigned k = 0; k < p->ninputs; k++)
        if (token_is(r, i, p->input_name[k])) return *out = k, true;
    if (is_const_token(r, i)) {
        if (!parse_const(r, i, &key)) return false;
        for (unsigned k = 0; k < p->nconsts; k++)
            if (prog_same_const(&p->konst[k], &key)) return *out = p->ninputs + k, true;
        require(false, "constants were collected before");
    }
    long t = temporary(r, i);
    if (t < 0 || (unsigned long)t >= p->ninsns)
        return bad_token(
            r, i,
            "'%.*s' is no value here; an input, an earlier temporary or a constant 0x.. expected%s",
            "");
    *out = prog_first_insn(p) + (unsigned)t;
    return true;
}

/* NULL: a constant, which is of any class. */
static const regclass *value_class(const prog *p, unsigned v)
{
    if (v >= p->ninputs && v < prog_first_insn(p)) return NULL;
    return v < p->ninputs ? prog_input_class(p, v) : p->insn[v - prog_first_insn(p)].in->result;
}

/* The class of token i as a source; NULL also when it is none. */
static const regclass *token_class(const line_reader *r, unsigned i)
{
    const prog *p = r->p;
    for (unsigned k = 0; k < p->ninputs; k++)
        if (token_is(r, i, p->input_name[k])) return prog_input_class(p, k);
    long t = is_const_token(r, i) ? -1 : temporary(r, i);
    return t >= 0 && (unsigned long)t < p->ninsns ? p->insn[t].in->result : NULL;
}

/* How well an instruction of the right name fits: its sources' classes before its result's. */
static unsigned fitness(const line_reader *r, const instr *in)
{
    unsigned fit = 1 + (in->result == r->p->cls);
    for (unsigned i = 0; i < in->nsrc && 3 + i < r->ntokens; i++) {
        const regclass *k = token_class(r, 3 + i);
        fit += k == in->src[i] ? 4 : k ? 0 : 1;
    }
    return fit;
}

/* The instruction of that name, of the set, which fits best, by its sources and then its result. */
static const instr *find_instr(const line_reader *r)
{
    const instr *best = NULL;
    unsigned most = 0;
    unsigned count;
    const instr *const *named = spec_named(r->s, r->token[2], (size_t)r->length[2], &count);
    for (unsigned i = 0; i < count; i++) {
        if (r->set && named[i]->set && named[i]->set != r->set) continue;
        if (fitness(r, named[i]) <= most) continue;
        most = fitness(r, named[i]);
        best = named[i];
    }
    return best;
}

static bool parse_imm(line_reader *r, unsigned i, int64_t *out)
{
    char text[24] = {0}, *end;
    if (r->length[i] < 20) memcpy(text, r->token[i], (size_t)r->length[i]);
    *out = strtoll(text, &end, 10);
    if (!*text || *end)
        return bad_token(r, i, "'%.*s' is no immediate; a decimal number expected%s", "");
    if (*out < r->in->imm_low || *out > r->in->imm_high)
        return bad_token(r, i, "immediate %.*s is out of the range of '%s'", r->in->name);
    if (r->in->form_of && !form_has_width(r->in, *out))
        return bad_token(r, i, "%.*s is no field width of '%s'", r->in->name);
    return true;
}

/* Whether a value, if it is a constant, is of no more bits than the class. */
static bool fits_class(const prog *p, unsigned v, const regclass *cls)
{
    return v < p->ninputs || v >= prog_first_insn(p) || p->konst[v - p->ninputs].bits <= cls->bits;
}

static bool parse_insn(line_reader *r)
{
    unsigned src[SPEC_SRC_MAX] = {0};
    int64_t imm = 0;
    r->in = find_instr(r);
    if (!r->in)
        return bad_token(r, 2, "unknown instruction '%.*s' for a result in %s", r->p->cls->name);
    unsigned want = r->in->nsrc + r->in->has_imm;
    if (r->ntokens != 3 + want) {
        place at = r->where;
        at.column += r->column[2];
        diag_error(r->d, at, "'%s' takes %u operand%s, %u given", r->in->name, want,
                   want == 1 ? "" : "s", r->ntokens - 3);
        return false;
    }
    for (unsigned i = 0; i < r->in->nsrc; i++) {
        if (!parse_value(r, 3 + i, &src[i])) return false;
        if (value_class(r->p, src[i]) && value_class(r->p, src[i]) != r->in->src[i])
            return bad_token(r, 3 + i, "'%.*s' is not in class %s", r->in->src[i]->name);
        if (!fits_class(r->p, src[i], r->in->src[i]))
            return bad_token(r, 3 + i, "constant '%.*s' does not fit class %s",
                             r->in->src[i]->name);
    }
    if (r->in->has_imm && !parse_imm(r, 3 + r->in->nsrc, &imm)) return false;
    if (r->p->ninsns == PROG_INSNS_MAX)
        return bad_token(r, 0, "more instructions than a program can have ('%.*s')%s", "");
    prog_add(r->p, r->in, src, imm);
    return true;
}

/* "r = VALUE" */
static bool parse_result(line_reader *r, const regclass *cls, unsigned *out)
{
    if (!parse_value(r, 2, out)) return false;
    return fits_class(r->p, *out, cls) ||
           bad_token(r, 2, "constant '%.*s' does not fit class %s", cls->name);
}

/* The last line of a program of two results; *done is set by it. */
static bool parse_second(line_reader *r, bool *done)
{
    if (r->ntokens != 3 || !token_is(r, 0, r->p->second_name))
        return bad_token(r, 0, "'%.*s': '%s = VALUE' expected behind 'r = VALUE'",
                         r->p->second_name);
    *done = true;
    return parse_result(r, prog_second_class(r->p), &r->p->second);
}

static bool parse_line(line_reader *r, bool *done)
{
    bool is_result = token_is(r, 0, "r"), two = r->p->second_name != NULL;
    if (*done) return bad_token(r, 0, "'%.*s': a line after the result%s", "");
    if (r->first_done) return parse_second(r, done);
    if (is_result && two && r->ntokens != 3)
        return bad_token(r, 0, "'%.*s': of two results each is 'NAME = VALUE'%s", "");
    r->first_done = is_result && two;
    *done = is_result && !two;
    if (is_result && r->ntokens == 3) return parse_result(r, r->p->cls, &r->p->result);
    if (!is_result && temporary(r, 0) != (long)r->p->ninsns) {
        char expected[16];
        snprintf(expected, sizeof expected, "t%u", r->p->ninsns);
        return bad_token(r, 0, "'%.*s': '%s' or 'r' expected", expected);
    }
    return parse_insn(r);
}

/* Constants are numbered before instructions, so they are collected in a first pass. */
static bool collect_consts(line_reader *r)
{
    prog_const k;
    for (unsigned i = 2; i < r->ntokens; i++) {
        if (!is_const_token(r, i)) continue;
        if (!parse_const(r, i, &k)) return false;
        if (prog_find_const(r->p, &k) == PROG_CONSTS_MAX)
            return bad_token(r, i, "more constants than a program can have ('%.*s')%s", "");
        prog_put_const(r->p, &k);
    }
    return true;
}

/* The length of the step that text begins with; *next is what follows the separator. */
static size_t step_length(const char *text, bool one_line, const char **next)
{
    const char *end = one_line ? strstr(text, "; ") : strchr(text, '\n');
    size_t n = end ? (size_t)(end - text) : strlen(text);
    *next = text + n + (!end ? 0 : one_line ? 2 : 1);
    return n;
}

static bool check_class(const line_reader *r, place where, const char *name, unsigned v,
                        const regclass *cls)
{
    const regclass *of = value_class(r->p, v);
    if (!of || of == cls) return true;
    if (r->p->second_name) diag_error(r->d, where, "'%s' is not in class %s", name, cls->name);
    else diag_error(r->d, where, "the result is not in class %s", cls->name);
    return false;
}

static bool parse_steps(prog *p, const spec *s, const isa *set, const op *o, const regclass *cls,
                        const char *text, bool one_line, place where, diags *d)
{
    line_reader r = {.p = p, .s = s, .set = set, .d = d, .where = where};
    bool done = false;
    prog_init(p, o, cls);
    for (int pass = 0; pass < 2; pass++) {
        r.where = where;
        for (const char *step = text, *next; *step; step = next) {
            size_t n = step_length(step, one_line, &next);
            if (!split_line(&r, step, n)) return false;
            if (pass == 0 ? !collect_consts(&r) : !parse_line(&r, &done)) return false;
            if (one_line) r.where.column += (int)(next - step);
            else r.where.line++;
        }
    }
    if (!done)
        diag_error(d, r.where, "the program has no line '%s = ...'",
                   r.first_done ? p->second_name : "r");
    return done && check_class(&r, where, "r", p->result, cls) &&
           (!p->second_name ||
            check_class(&r, where, p->second_name, p->second, prog_second_class(p)));
}

bool prog_parse_in(prog *p, const spec *s, const isa *set, const op *o, const regclass *cls,
                   const char *text, place where, diags *d)
{
    return parse_steps(p, s, set, o, cls, text, false, where, d);
}

bool prog_parse(prog *p, const spec *s, const op *o, const regclass *cls, const char *text,
                place where, diags *d)
{
    return prog_parse_in(p, s, NULL, o, cls, text, where, d);
}

bool prog_parse_cell(prog *p, const spec *s, const cell *c, const char *text, place where, diags *d)
{
    return prog_parse_in(p, s, c->target->set, c->op, c->cls, text, where, d);
}

bool prog_parse_line(prog *p, const spec *s, const isa *set, const op *o, const regclass *cls,
                     const char *text, place where, diags *d)
{
    return parse_steps(p, s, set, o, cls, text, true, where, d);
}

static bool same_insns(const prog *p, const prog *q)
{
    bool same = p->ninsns == q->ninsns && p->result == q->result && p->second == q->second;
    for (unsigned i = 0; same && i < p->ninsns; i++)
        same = p->insn[i].in == q->insn[i].in && p->insn[i].imm == q->insn[i].imm &&
               !memcmp(p->insn[i].src, q->insn[i].src, sizeof p->insn[i].src);
    return same;
}

bool prog_reads_back(const prog *p, const spec *s, const cell *c)
{
    strbuf text = {0};
    diags quiet = {0};
    prog *q = mem_alloc(1, sizeof *q);
    prog_print(p, &text);
    bool good = prog_parse_cell(q, s, c, strbuf_text(&text), (place){0}, &quiet) &&
                same_insns(p, q);
    mem_free(q);
    diag_free(&quiet);
    strbuf_free(&text);
    return good;
}
