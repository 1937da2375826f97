// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emit_table.c - the lowering table of the pass, as C source.
 *
 * For each target of the spec, in order of declaration (least to most capable): an index of its
 * lowerings of fields that are no whole bytes, sorted by (op, w, bits), each with its IR as a
 * module of its own, so that a user's compiler parses what it uses and no more. The IR names no
 * target, so targets share texts. When two lowerings share a key (an i64 lives in a general and in
 * a mask register, say) the cheaper one is kept, then the one declared first. What instructions can
 * do to bits (lowerings/derive/capabilities.h) is entered beside them, so that the pass knows no
 * instruction by itself; and what LLVM makes of stock forms, so that it knows no price either.
 * pass/table.h describes the data; cli/emit.c calls. */
#include "emit.h"
#include "lowerings/pass/table/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- which lowerings, in which order ---- */

/* Order of the index: the key, then what makes an entry preferable. */
static int compare_key(const cell *a, const cell *b)
{
    int by_name = strcmp(a->op->name, b->op->name);
    if (by_name) return by_name;
    if (a->w != b->w) return a->w < b->w ? -1 : 1;
    return (a->cls->bits > b->cls->bits) - (a->cls->bits < b->cls->bits);
}

static int compare_entry(const void *x, const void *y)
{
    const lowering *a = *(const lowering *const *)x, *b = *(const lowering *const *)y;
    int by_key = compare_key(&a->cell, &b->cell);
    if (by_key) return by_key;
    if (a->cost.insns != b->cost.insns) return a->cost.insns < b->cost.insns ? -1 : 1;
    return cell_compare(&a->cell, &b->cell);
}

/* Stores pointers to the lowerings that the table shows, sorted, one a key. Returns how many. */
static unsigned select_entries(const lowering *list, unsigned count, const lowering **out)
{
    unsigned n = 0, kept = 0;
    for (unsigned i = 0; i < count; i++)
        /* LLVM has bytes, words ... itself; a recipe of the pass has one result, in one register */
        if (!list[i].cell.cls->of &&
            (list[i].cell.w < 8 || (list[i].cell.w & (list[i].cell.w - 1))) &&
            prog_is_plain(&list[i].prog))
            out[n++] = &list[i];
    if (n) qsort(out, n, sizeof *out, compare_entry);
    for (unsigned i = 0; i < n; i++)
        if (!kept || compare_key(&out[kept - 1]->cell, &out[i]->cell)) out[kept++] = out[i];
    return kept;
}

/* ---- text as C ---- */

/* One string literal a line of text. */
static void write_literal(const char *text, strbuf *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        strbuf_puts(out, "    \"");
        emit_string_part(text, n, out);
        strbuf_puts(out, text[n] ? "\\n\"\n" : "\"\n");
        text += n + (text[n] == '\n');
    }
}

static void write_array_name(const char *what, const target *t, strbuf *out)
{
    strbuf_printf(out, "%s_", what);
    emit_identifier(t->name, out);
}

/* ---- one target ---- */

/* The bits of the widest vector type between the two. */
static unsigned widest_between(const char *s, const char *end)
{
    unsigned widest = 0;
    for (; s < end; s++) {
        char *next;
        if (*s != '<') continue;
        unsigned long lanes = strtoul(s + 1, &next, 10);
        if (!lanes || strncmp(next, " x i", 4)) continue;
        unsigned bits = (unsigned)(lanes * strtoul(next + 4, NULL, 10));
        if (bits > widest) widest = bits;
    }
    return widest;
}

/* The next "@" with the prefix behind it; NULL: none. */
static const char *find_call(const char *line, const char *prefix)
{
    for (const char *s = strchr(line, '@'); s; s = strchr(s + 1, '@'))
        if (!strncmp(s + 1, prefix, strlen(prefix))) return s;
    return NULL;
}

/* Of the lines that call what LLVM cannot split. */
static unsigned widest_intrinsic(const isa *set, const char *ir)
{
    unsigned widest = 0;
    if (!set->intrinsics) return 0;
    const char *prefix = set->intrinsics;
    for (const char *line = ir; *line;) {
        const char *end = line + strcspn(line, "\n"), *call = find_call(line, prefix);
        unsigned bits = call && call < end ? widest_between(line, end) : 0;
        if (bits > widest) widest = bits;
        line = end + (*end == '\n');
    }
    return widest;
}

/* ---- texts, each once ---- */

/* The slot of a hash in a table of 2^k, which is never full: its own, or a free one. */
static table_text *find_slot(const pass_table *x, const char *hash)
{
    char digits[8] = {0};
    memcpy(digits, hash, sizeof digits - 1);
    unsigned long at = strtoul(digits, NULL, 16);
    while (x->text[at % x->slots].number && strcmp(x->text[at % x->slots].hash, hash)) at++;
    return &x->text[at % x->slots];
}

static void grow_texts(pass_table *x)
{
    table_text *old = x->text;
    unsigned n = x->slots;
    x->slots = n ? 2 * n : 1024;
    x->text = mem_alloc(x->slots, sizeof *x->text);
    for (unsigned i = 0; i < n; i++)
        if (old[i].number) *find_slot(x, old[i].hash) = old[i];
    mem_free(old);
}

/* The number, from 1 up, of the array that holds the text; it is written when the text is new. */
static unsigned number_text(pass_table *x, const char *text)
{
    char hash[HASH_TEXT];
    if (2 * x->ntexts >= x->slots) grow_texts(x);
    hash_text(text, hash);
    table_text *slot = find_slot(x, hash);
    if (slot->number) return slot->number;
    memcpy(slot->hash, hash, sizeof hash);
    slot->number = ++x->ntexts;
    strbuf_printf(x->out, "static const char text_%u[] =\n", slot->number);
    write_literal(text, x->out);
    strbuf_puts(x->out, ";\n");
    return slot->number;
}

/* ---- entries ---- */

/* What stands for a lowering, or for a capability, in the table. */
typedef struct table_entry {
    const char *name;
    unsigned arity, w, insns;
    const regclass *cls;
    unsigned text; /* 0: none */
    unsigned vector_bits;
} table_entry;

static int compare_names(const void *x, const void *y)
{
    const table_entry *a = x, *b = y;
    int by_name = strcmp(a->name, b->name);
    if (by_name) return by_name;
    if (a->w != b->w) return a->w < b->w ? -1 : 1;
    return (a->cls->bits > b->cls->bits) - (a->cls->bits < b->cls->bits);
}

static void take_text(pass_table *x, const target *t, const prog *p, table_entry *e)
{
    strbuf ir = {0};
    emit_ir_bare(p, LOWERING_FUNCTION, &ir);
    e->text = number_text(x, strbuf_text(&ir));
    e->vector_bits = widest_intrinsic(t->set, strbuf_text(&ir));
    strbuf_free(&ir);
}

static table_entry make_entry(pass_table *x, const lowering *l)
{
    const cell *c = &l->cell;
    table_entry e = {.name = c->op->name,
                     .arity = c->op->arity,
                     .w = c->w,
                     .insns = l->cost.insns,
                     .cls = c->cls};
    take_text(x, c->target, &l->prog, &e);
    return e;
}

/* The capabilities of the target in its classes are entries of width 0; returns their number. */
static unsigned add_capabilities(pass_table *x, const target *t, table_entry *out)
{
    unsigned n = 0;
    for (const regclass *const *c = t->classes; *c; c++)
        for (unsigned a = 0; a < CAPABILITIES; a++) {
            prog p;
            if (!capability_find(x->capabilities, t, *c, (capability)a, &p)) continue;
            table_entry *e = &out[n++];
            *e = (table_entry){
                .name = capability_name((capability)a), .arity = p.ninputs, .insns = 1, .cls = *c};
            if (p.ninsns) take_text(x, t, &p, e);
        }
    return n;
}

static void write_entry(const table_entry *e, strbuf *out)
{
    strbuf_puts(out, "    {");
    emit_string(e->name, out);
    strbuf_printf(out, ", %u, %u, %u, ", e->arity, e->w, e->cls->bits);
    emit_string(e->cls->llvm, out);
    strbuf_printf(out, ", %u, %u, ", e->insns, e->vector_bits);
    if (e->text) strbuf_printf(out, "text_%u},\n", e->text);
    else strbuf_puts(out, "0},\n");
}

static void write_entries(pass_table *x, const target *t, table_entry *entry, unsigned n)
{
    if (!n) return;
    qsort(entry, n, sizeof *entry, compare_names);
    strbuf_puts(x->out, "static const struct lowering_entry ");
    write_array_name("entries", t, x->out);
    strbuf_puts(x->out, "[] = {\n");
    for (unsigned i = 0; i < n; i++) write_entry(&entry[i], x->out);
    strbuf_puts(x->out, "};\n\n");
}

static void write_features(const target *t, strbuf *out)
{
    strbuf_puts(out, "static const char *const ");
    write_array_name("features", t, out);
    strbuf_puts(out, "[] = {");
    for (const char *const *f = t->features; *f; f++) {
        emit_string(*f, out);
        strbuf_puts(out, ", ");
    }
    strbuf_puts(out, "0};\n");
}

static int compare_bits(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* The widths of the target's classes, ascending, each once. */
static void write_class_bits(const target *t, strbuf *out)
{
    unsigned bits[64], n = 0;
    for (const regclass *const *c = t->classes; *c && n < 64; c++) bits[n++] = (*c)->bits;
    if (n) qsort(bits, n, sizeof *bits, compare_bits);
    strbuf_puts(out, "static const unsigned ");
    write_array_name("bits", t, out);
    strbuf_puts(out, "[] = {");
    for (unsigned i = 0; i < n; i++)
        if (!i || bits[i] != bits[i - 1]) strbuf_printf(out, "%u, ", bits[i]);
    strbuf_puts(out, "0};\n\n");
}

static unsigned count_classes(const target *t)
{
    unsigned n = 0;
    while (t->classes[n]) n++;
    return n;
}

/* Writes the target's data; returns the number of its entries: none where there is no lowering. */
static unsigned write_target(pass_table *x, const target *t, const lowering *list, unsigned count)
{
    const lowering **chosen = mem_alloc(count + 1, sizeof *chosen);
    unsigned n = select_entries(list, count, chosen);
    table_entry *entry = mem_alloc(n + CAPABILITIES * count_classes(t) + 1, sizeof *entry);
    for (unsigned i = 0; i < n; i++) entry[i] = make_entry(x, chosen[i]);
    if (n) n += add_capabilities(x, t, entry + n);
    write_entries(x, t, entry, n);
    write_features(t, x->out);
    write_class_bits(t, x->out);
    mem_free(entry);
    mem_free(chosen);
    return n;
}

/* Rows of figures that are all zero are not written: C fills them in. */
static void write_figures(const stock *s, stock_form f, unsigned i, strbuf *out)
{
    const short *row = s->value[f][i];
    bool any = false;
    for (unsigned k = 0; k < STOCK_COLUMNS; k++) any |= row[k] != 0;
    if (!any) return;
    strbuf_printf(out, "    .value[%u][%u] = {", (unsigned)f, i);
    for (unsigned k = 0; k < STOCK_COLUMNS; k++) strbuf_printf(out, "%s%d", k ? ", " : "", row[k]);
    strbuf_printf(out, "}, /* %s %u */\n", stock_name(f), stock_size(f, i));
}

static void write_stock(const target *t, const stock *s, strbuf *out)
{
    strbuf_puts(out, "static const stock ");
    write_array_name("stock", t, out);
    strbuf_puts(out, " = {\n");
    for (unsigned f = 0; f < STOCK_FORMS; f++)
        for (unsigned i = 0; i < STOCK_SIZES; i++) write_figures(s, (stock_form)f, i, out);
    strbuf_puts(out, "};\n\n");
}

static void write_summary(const target *t, unsigned nentries, strbuf *out)
{
    strbuf_puts(out, "    {");
    emit_string(t->name, out);
    strbuf_puts(out, ", ");
    emit_string(t->cpu, out);
    strbuf_puts(out, ", ");
    emit_string(t->triple, out);
    strbuf_puts(out, ", ");
    write_array_name("features", t, out);
    write_array_name(", bits", t, out);
    if (nentries) write_array_name(", entries", t, out);
    else strbuf_puts(out, ", 0");
    strbuf_printf(out, ", %u", nentries);
    write_array_name(", &stock", t, out);
    strbuf_puts(out, "},\n");
}

void pass_table_begin(pass_table *x, const spec *s, strbuf *out)
{
    *x = (pass_table){.s = s, .out = out, .capabilities = capability_book_new(s)};
    strbuf_printf(out,
                  "// " LICENSE_TAG "\n"
                  "/* The lowering table of the pass. Generated by `lanesmith emit`; do not edit.\n"
                  " * Spec %s. */\n#include \"lowerings/pass/table/table.h\"\n\n",
                  s->hash);
}

void pass_table_add(pass_table *x, const target *t, const stock *s, const lowering *list,
                    unsigned count)
{
    write_stock(t, s, x->out);
    write_summary(t, write_target(x, t, list, count), &x->summary);
}

void pass_table_end(pass_table *x)
{
    strbuf_puts(x->out, "const struct lowering_target lowering_targets[] = {\n");
    strbuf_puts(x->out, strbuf_text(&x->summary));
    strbuf_printf(x->out, "};\n\nconst unsigned lowering_target_count = %u;\n", x->s->ntargets);
    strbuf_free(&x->summary);
    mem_free(x->text);
    capability_book_free(x->capabilities);
}

void emit_pass_table(const spec *s, const stock *stocks, const lowering *const *lists,
                     const unsigned *counts, strbuf *out)
{
    pass_table x;
    pass_table_begin(&x, s, out);
    for (unsigned i = 0; i < s->ntargets; i++)
        pass_table_add(&x, &s->targets[i], &stocks[i], lists[i], counts[i]);
    pass_table_end(&x);
}
