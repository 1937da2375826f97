/* idioms.c - several instructions that together are one operation of the table.
 *
 * LLVM has no instruction for |a - b|, for the mean of two numbers, for a shift of all fields by one amount: programs say them with
 * several. An idiom is a pattern as text. A, B and C are the operation's arguments: any value, in every place the same; *B is one number
 * in all fields, of which the argument is the number. A whole number is that number in every field, modulo 2^w; other names are those of
 * formulas (formula.c), of which the order of two operands does not matter where it does not matter to LLVM. What is used elsewhere, too,
 * is computed all the same, and counts as no gain. Registers of the pass are never poison, so a value used twice is the same twice, and
 * flags, which only allow more poison, are of no account. Called by plan.c. */
#include "idioms.h"

#include "convert.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { INNER_MAX = 8 };

static const struct {
    const char *formula, *pattern;
} idioms[] = {
    {"uabs_diff", "sub(llvm.umax(A,B),llvm.umin(A,B))"},
    {"uabs_diff", "or(llvm.usub.sat(A,B),llvm.usub.sat(B,A))"},
    {"uabs_diff", "add(llvm.usub.sat(A,B),llvm.usub.sat(B,A))"},
    {"uabs_diff", "xor(llvm.usub.sat(A,B),llvm.usub.sat(B,A))"},
    {"uabs_diff", "select(icmp ugt(A,B),sub(A,B),sub(B,A))"},
    {"uabs_diff", "select(icmp uge(A,B),sub(A,B),sub(B,A))"},
    {"uabs_diff", "select(icmp ult(A,B),sub(B,A),sub(A,B))"},
    {"uabs_diff", "select(icmp ule(A,B),sub(B,A),sub(A,B))"},
    {"sabs_diff", "sub(llvm.smax(A,B),llvm.smin(A,B))"},
    {"sabs_diff", "select(icmp sgt(A,B),sub(A,B),sub(B,A))"},
    {"sabs_diff", "select(icmp sge(A,B),sub(A,B),sub(B,A))"},
    {"sabs_diff", "select(icmp slt(A,B),sub(B,A),sub(A,B))"},
    {"sabs_diff", "select(icmp sle(A,B),sub(B,A),sub(A,B))"},
    {"uavg_floor", "add(and(A,B),lshr(xor(A,B),1))"},
    {"savg_floor", "add(and(A,B),ashr(xor(A,B),1))"},
    {"uavg_ceil", "sub(or(A,B),lshr(xor(A,B),1))"},
    {"savg_ceil", "sub(or(A,B),ashr(xor(A,B),1))"},
    {"lowest_bit", "and(sub(0,A),A)"},
    {"clear_lowest_bit", "and(add(A,-1),A)"},
    {"parity", "and(llvm.ctpop(A),1)"},
    {"select_sign", "select(icmp slt(A,0),B,C)"},
    {"select_sign", "select(icmp sgt(A,-1),C,B)"},
    {"rotl", "llvm.fshl(A,A,B)"},
    {"rotr", "llvm.fshr(A,A,B)"},
    {"shl_all", "shl(A,*B)"},
    {"lshr_all", "lshr(A,*B)"},
    {"ashr_all", "ashr(A,*B)"},
};

#define LENGTH(a) (sizeof(a) / sizeof *(a))

typedef struct match {
    const plan *p;
    LLVMValueRef arg[FORMULA_MAX_OPERANDS];
    node *inner[INNER_MAX]; /* users before what they use */
    unsigned ninner;
} match;

/* ---- patterns ---- */

static bool bind(match *m, char letter, LLVMValueRef value)
{
    LLVMValueRef *arg = &m->arg[letter - 'A'];
    if (!*arg) *arg = value;
    return value && *arg == value;
}

static bool add_inner(match *m, node *n)
{
    if (m->ninner == INNER_MAX) return false;
    m->inner[m->ninner++] = n;
    return true;
}

/* The number that an insertion and a shuffle put into all fields; NULL for other values. */
static LLVMValueRef splat_number(match *m, LLVMValueRef value)
{
    node *shuffle = plan_lowered(m->p, value), *insert = shuffle ? plan_lowered(m->p, LLVMGetOperand(value, 0)) : NULL;
    if (!insert || shuffle->kind != NODE_SHUFFLE || insert->kind != NODE_INSERT) return NULL;
    LLVMValueRef index = LLVMGetOperand(insert->inst, 2);
    if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) != 0) return NULL;
    for (unsigned i = 0; i < shuffle->layout->n; i++)
        if (LLVMGetMaskValue(value, i) > 0) return NULL;
    return add_inner(m, shuffle) && add_inner(m, insert) ? LLVMGetOperand(insert->inst, 1) : NULL;
}

static bool is_number(LLVMValueRef value, long number)
{
    uint64_t field, w = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(value)));
    return convert_constant_splat(value, &field) && field == ((uint64_t)number & (w < 64 ? (1ULL << w) - 1 : ~0ULL));
}

static bool is_commutative(const char *name)
{
    static const char *const names[] = {"add", "and", "or", "xor", "llvm.umax", "llvm.umin", "llvm.smax", "llvm.smin"};
    for (size_t i = 0; i < LENGTH(names); i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static const char *name_of(const node *n)
{
    const char *name = n->kind == NODE_SELECT_FIELDS ? "select" : formula_name(n->inst);
    return name ? name : "";
}

/* Does the pattern begin with the name and a bracket? */
static bool begins_with(const char *pattern, const char *name)
{
    size_t length = strlen(name);
    return strncmp(pattern, name, length) == 0 && pattern[length] == '(';
}

static bool match_operation(match *m, const char **pattern, const node *n);

/* *pattern is behind what was matched if it was. */
static bool match_operand(match *m, const char **pattern, LLVMValueRef value)
{
    char head = **pattern;
    if (isupper((unsigned char)head)) return bind(m, *(*pattern)++, value);
    if (head == '*') {
        *pattern += 2;
        return bind(m, (*pattern)[-1], splat_number(m, value));
    }
    if (head == '-' || isdigit((unsigned char)head)) {
        char *end;
        long number = strtol(*pattern, &end, 10);
        *pattern = end;
        return is_number(value, number);
    }
    node *n = plan_lowered(m->p, value);
    return n && !n->args[0] && add_inner(m, n) && match_operation(m, pattern, n);
}

/* The operands between the brackets that begin at `pattern`, the first two of them exchanged or not; NULL, or what is behind them. */
static const char *match_operands(match *m, const char *pattern, LLVMValueRef inst, bool exchanged)
{
    for (unsigned i = 0; *pattern != ')'; i++) {
        pattern++; /* the bracket, or a comma */
        if (!match_operand(m, &pattern, LLVMGetOperand(inst, exchanged && i < 2 ? 1 - i : i))) return NULL;
    }
    return pattern + 1;
}

static bool match_operation(match *m, const char **pattern, const node *n)
{
    const char *name = name_of(n);
    size_t length = strlen(name);
    if (!begins_with(*pattern, name)) return false;
    match before = *m;
    const char *end = match_operands(m, *pattern + length, n->inst, false);
    if (!end && is_commutative(name)) {
        *m = before;
        end = match_operands(m, *pattern + length, n->inst, true);
    }
    if (end) *pattern = end;
    return end != NULL;
}

/* ---- what is gained ---- */

static bool is_among(LLVMValueRef user, node *const *nodes, unsigned count)
{
    while (count > 0 && nodes[count - 1]->inst != user) count--;
    return count > 0;
}

/* Keeps of the match's inner nodes those that nobody else needs. */
static void keep_parts(match *m, const node *root)
{
    unsigned parts = 0;
    for (unsigned i = 0; i < m->ninner; i++) {
        bool needed = false;
        for (LLVMUseRef use = LLVMGetFirstUse(m->inner[i]->inst); use && !needed; use = LLVMGetNextUse(use))
            needed = LLVMGetUser(use) != root->inst && !is_among(LLVMGetUser(use), m->inner, parts);
        if (!needed) m->inner[parts++] = m->inner[i];
    }
    m->ninner = parts;
}

static unsigned cost(const plan *p, const node *n)
{
    if (n->how) return formula_layout_cost(n->how, p->view, n->layout);
    return n->kind == NODE_BY_BYTES ? FORMULA_IMPOSSIBLE : 0;
}

/* A number for all fields is in the lowest field of every register: no operation with one can be computed in halves. */
static bool takes_numbers(const plan *p, const match *m, const node *root, const formula *f, unsigned *moves)
{
    *moves = 0;
    for (unsigned i = 0; i < f->noperands; i++) {
        if (LLVMGetTypeKind(LLVMTypeOf(m->arg[i])) == LLVMVectorTypeKind) continue;
        for (unsigned k = 0; k < root->layout->npieces; k++)
            if (!formula_entry(p->view, f->steps[0].op, root->layout->w, root->layout->pieces[k].bits)) return false;
        ++*moves;
    }
    return true;
}

static void fuse(plan *p, match *m, node *root, const formula *f)
{
    unsigned moves, gain = cost(p, root);
    if (!takes_numbers(p, m, root, f, &moves)) return;
    keep_parts(m, root);
    for (unsigned i = 0; i < m->ninner; i++) gain += cost(p, m->inner[i]);
    if (formula_layout_cost(f, p->view, root->layout) + moves >= gain || !formula_usable(f, p->targets, p->view, root->layout)) return;
    root->how = f;
    memcpy(root->args, m->arg, sizeof m->arg);
    if (root->kind == NODE_BY_BYTES) root->kind = NODE_BINARY;
    for (unsigned i = 0; i < m->ninner; i++) m->inner[i]->part = true;
}

static bool may_end(const node *n)
{
    bool computed = n->kind == NODE_BINARY || n->kind == NODE_CALL || n->kind == NODE_SELECT_FIELDS || n->kind == NODE_BY_BYTES;
    return computed && !n->mask;
}

static void find_at(plan *p, node *n)
{
    const char *name = name_of(n);
    for (size_t i = 0; i < LENGTH(idioms) && !n->args[0]; i++) {
        const char *pattern = idioms[i].pattern;
        match m = {.p = p};
        if (!begins_with(pattern, name) || !match_operation(&m, &pattern, n)) continue;
        const formula *f = formula_find(p->view, idioms[i].formula, n->layout);
        if (f) fuse(p, &m, n, f);
    }
}

void idioms_find(plan *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (may_end(&p->nodes[i])) find_at(p, &p->nodes[i]);
}
