// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pattern.c - matching of IR against patterns that are text; the language is described in
 * pattern.h. Called by idioms.c and rewrite.c. */
#include "pattern.h"

#include "lowerings/pass/base/convert.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct matching {
    pattern_match *m;
    pattern_filter may;
    const void *context;
    unsigned w; /* of the root's fields */
} matching;

static unsigned field_width(LLVMValueRef value)
{
    return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(value)));
}

static bool bind(const matching *g, char letter, LLVMValueRef value)
{
    LLVMValueRef *arg = &g->m->arg[letter - 'A'];
    if (!*arg) *arg = value;
    return value && *arg == value;
}

static bool add_inner(const matching *g, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || g->m->ninner == PATTERN_MAX_INNER ||
        !g->may(g->context, value))
        return false;
    g->m->inner[g->m->ninner++] = value;
    return true;
}

/* The number that an insertion and a shuffle put into all fields; NULL for other values. */
static LLVMValueRef splat_number(const matching *g, LLVMValueRef value)
{
    LLVMValueRef insert = LLVMIsAShuffleVectorInst(value) ? LLVMGetOperand(value, 0) : NULL;
    LLVMValueRef index = insert && LLVMIsAInsertElementInst(insert) ? LLVMGetOperand(insert, 2)
                                                                    : NULL;
    if (!index || !LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) != 0) return NULL;
    for (unsigned i = 0; i < LLVMGetNumMaskElements(value); i++)
        if (LLVMGetMaskValue(value, i) > 0) return NULL;
    return add_inner(g, value) && add_inner(g, insert) ? LLVMGetOperand(insert, 1) : NULL;
}

static bool is_number(LLVMValueRef value, uint64_t number)
{
    uint64_t field, w = field_width(value);
    return convert_constant_splat(value, &field) &&
           field == (number & (w < 64 ? (1ULL << w) - 1 : ~0ULL));
}

static bool is_commutative(const char *name)
{
    static const char *const names[] = {"add",       "mul",          "and",       "or",
                                        "xor",       "llvm.umax",    "llvm.umin", "llvm.smax",
                                        "llvm.smin", "llvm.uadd.sat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

const char *pattern_name(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMSelect:
        return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, 0))) == LLVMVectorTypeKind ? "select"
                                                                                          : "";
    case LLVMZExt: return "zext";
    case LLVMSExt: return "sext";
    case LLVMTrunc: return "trunc";
    default: break;
    }
    const char *name = formula_name(inst);
    return name ? name : "";
}

bool pattern_begins(const char *pattern, const char *name)
{
    size_t length = strlen(name);
    return strncmp(pattern, name, length) == 0 && pattern[length] == '(';
}

static bool match_operation(const matching *g, const char **pattern, LLVMValueRef inst);

/* *pattern is behind what was matched if it was. */
static bool match_operand(const matching *g, const char **pattern, LLVMValueRef value)
{
    char head = **pattern;
    if (isupper((unsigned char)head)) return bind(g, *(*pattern)++, value);
    if (head == '*') {
        *pattern += 2;
        return bind(g, (*pattern)[-1], splat_number(g, value));
    }
    if (head == '^') {
        ++*pattern;
        return is_number(value, (1ULL << g->w) - 1);
    }
    if (head == '-' || isdigit((unsigned char)head)) {
        char *end;
        long number = strtol(*pattern, &end, 10);
        *pattern = end;
        return is_number(value, (uint64_t)number);
    }
    return add_inner(g, value) && match_operation(g, pattern, value);
}

/* The operands between the brackets that begin at `pattern`, the first two of them exchanged or
 * not; NULL, or what is behind them. */
static const char *match_operands(const matching *g, const char *pattern, LLVMValueRef inst,
                                  bool exchanged)
{
    for (unsigned i = 0; *pattern != ')'; i++) {
        pattern++; /* the bracket, or a comma */
        if (!match_operand(g, &pattern, LLVMGetOperand(inst, exchanged && i < 2 ? 1 - i : i)))
            return NULL;
    }
    return pattern + 1;
}

static bool match_operation(const matching *g, const char **pattern, LLVMValueRef inst)
{
    const char *name = pattern_name(inst);
    if (!pattern_begins(*pattern, name)) return false;
    pattern_match before = *g->m;
    const char *operands = *pattern + strlen(name), *end = match_operands(g, operands, inst, false);
    if (!end && is_commutative(name)) {
        *g->m = before;
        end = match_operands(g, operands, inst, true);
    }
    if (end) *pattern = end;
    return end != NULL;
}

bool pattern_matches(const char *pattern, LLVMValueRef root, pattern_filter may,
                     const void *context, pattern_match *m)
{
    *m = (pattern_match){{NULL}, {NULL}, 0};
    matching g = {m, may, context, field_width(root)};
    return match_operation(&g, &pattern, root);
}

/* ---- kinds of operations ---- */

bool pattern_is_logic(LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    return opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor;
}

bool pattern_is_division(LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
}

static bool ends(LLVMValueRef value, bool (*is_end)(LLVMValueRef user), unsigned *budget)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (*budget == 0) return false;
        --*budget;
        if (pattern_is_logic(user) ? !ends(user, is_end, budget) : !is_end(user)) return false;
    }
    return LLVMGetFirstUse(value) != NULL;
}

bool pattern_ends(LLVMValueRef value, bool (*is_end)(LLVMValueRef user))
{
    unsigned budget = 64;
    return ends(value, is_end, &budget);
}

static unsigned mask_width(LLVMValueRef mask, unsigned depth)
{
    unsigned w = 0, n;
    if (LLVMIsAICmpInst(mask))
        return fields_of_type(LLVMTypeOf(LLVMGetOperand(mask, 0)), &w, &n) && w > 1 ? w : 0;
    if (!LLVMIsABinaryOperator(mask) || !depth) return 0;
    w = mask_width(LLVMGetOperand(mask, 0), depth - 1);
    return w ? w : mask_width(LLVMGetOperand(mask, 1), depth - 1);
}

unsigned pattern_mask_width(LLVMValueRef mask)
{
    enum { DEPTH = 6 };
    return mask_width(mask, DEPTH);
}
