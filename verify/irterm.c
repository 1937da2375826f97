/* irterm.c - LLVM IR text to terms: one function, one basic block, integers and vectors of integers.
 *
 * Every value is a pair of terms: its bits, and its poison lane by lane. Parameters are free of poison; shift amounts out
 * of range and poison constants make it. What a freeze makes of poison is any bits: the worst ones for the claim, which is what
 * poison bits of a result are too. Flags (nuw, nsw, exact, disjoint, nneg), metadata and attributes of results are refused too:
 * lowerings have no use for them. Whatever is not in the table below gives a diagnostic that shows the instruction.
 *
 * LLVM's own diagnostic handler ends the process; the context that is made here has one that does nothing, as the parser
 * hands its message over besides. Context and module die before irterm_read returns.
 *
 * Called by verify.c. */
#include "irterm.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "irintrin.h"

typedef struct named_value {
    LLVMValueRef key;
    ir_value value;
} named_value;

typedef struct reader {
    term_ctx *c;
    diags *d;
    const char *function;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef folder; /* folds constants; inserts nothing */
    named_value *values;
    size_t count, cap;
} reader;

/* ---- diagnostics ---- */

static bool fail(reader *r, const char *what)
{
    place where = {.file = r->function};
    diag_error(r->d, where, "%s", what);
    return false;
}

/* Names an instruction or a constant by its text. */
static bool fail_at(reader *r, LLVMValueRef v, const char *why)
{
    char *text = LLVMPrintValueToString(v);
    strbuf b = {0};
    strbuf_printf(&b, "%s: %s", why, text + strspn(text, " "));
    fail(r, strbuf_text(&b));
    strbuf_free(&b);
    LLVMDisposeMessage(text);
    return false;
}

/* LLVM's message reads "name:line:column: error: text", a newline, the source line and a caret. */
static void report_parse_error(reader *r, const char *ir, const char *message)
{
    place where = {.file = r->function, .text = ir};
    const char *text = strstr(message, "error: ");
    const char *colon = strchr(message, ':');
    if (!colon || sscanf(colon, ":%d:%d:", &where.line, &where.column) != 2) where.line = where.column = 0;
    text = text ? text + strlen("error: ") : message;
    diag_error(r->d, where, "%.*s", (int)strcspn(text, "\n"), text);
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

/* ---- types ---- */

static bool is_integer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }

/* False for what is neither an integer nor a vector of integers, or is too wide for a term. */
static bool read_shape(LLVMTypeRef type, ir_shape *out)
{
    *out = (ir_shape){1, 0};
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        out->lanes = LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
    }
    if (!is_integer(type)) return false;
    out->bits = LLVMGetIntTypeWidth(type);
    return out->bits <= TERM_WIDTH_MAX && out->lanes <= TERM_WIDTH_MAX / out->bits;
}

static unsigned shape_bits(ir_shape s) { return s.lanes * s.bits; }

static term no_poison(reader *r, ir_shape s) { return term_mk_u64(r->c, 0, shape_bits(s)); }

/* ---- values ---- */

static void define(reader *r, LLVMValueRef key, ir_value value)
{
    if (r->count == r->cap) r->values = mem_grow(r->values, r->cap = r->cap ? 2 * r->cap : 64, sizeof *r->values);
    r->values[r->count++] = (named_value){key, value};
}

static term read_int(reader *r, LLVMValueRef constant, unsigned bits)
{
    uint64_t limbs[TERM_LIMBS_MAX] = {0};
    LLVMTypeRef type = LLVMTypeOf(constant), i64 = LLVMInt64TypeInContext(r->context);
    for (unsigned at = 0; at < bits; at += 64) {
        LLVMValueRef down = LLVMBuildLShr(r->folder, constant, LLVMConstInt(type, at, false), "");
        LLVMValueRef word = bits > 64 ? LLVMBuildTrunc(r->folder, down, i64, "") : down;
        limbs[at / 64] = LLVMConstIntGetZExtValue(word);
    }
    return term_mk_const(r->c, limbs, bits);
}

/* One lane of a constant. */
static bool read_scalar_constant(reader *r, LLVMValueRef k, unsigned bits, term *value, term *poison)
{
    bool is_poison = LLVMIsPoison(k);
    if (!is_poison && !LLVMIsAConstantInt(k)) return fail_at(r, k, "a constant that is not modelled");
    *value = is_poison ? term_mk_u64(r->c, 0, bits) : read_int(r, k, bits);
    *poison = is_poison ? term_mk_ones(r->c, bits) : term_mk_u64(r->c, 0, bits);
    return true;
}

static bool is_constant_cast(LLVMValueRef k)
{
    return LLVMIsAConstantExpr(k) && LLVMGetConstOpcode(k) == LLVMBitCast;
}

static bool read_constant(reader *r, LLVMValueRef k, ir_value *out)
{
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    bool is_vector = LLVMGetTypeKind(LLVMTypeOf(k)) == LLVMVectorTypeKind;
    if (!read_shape(LLVMTypeOf(k), &out->shape)) return fail_at(r, k, "a constant of a type that is not modelled");
    if (is_constant_cast(k)) {
        ir_value from;
        if (!read_constant(r, LLVMGetOperand(k, 0), &from)) return false;
        out->bits = from.bits;
        out->poison = ir_spread_poison(r->c, from.poison, from.shape, out->shape);
        return true;
    }
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        LLVMValueRef lane = is_vector ? LLVMGetAggregateElement(k, i) : k;
        if (!lane) return fail_at(r, k, "a constant that is not modelled");
        if (!read_scalar_constant(r, lane, out->shape.bits, &value[i], &poison[i])) return false;
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}

static bool read_operand(reader *r, LLVMValueRef user, unsigned i, ir_value *out)
{
    LLVMValueRef v = LLVMGetOperand(user, i);
    out->frozen = false;
    if (LLVMIsConstant(v)) return read_constant(r, v, out);
    for (size_t k = r->count; k-- > 0;)
        if (r->values[k].key == v) {
            *out = r->values[k].value;
            return true;
        }
    return fail_at(r, user, "an operand that is not modelled");
}

/* ---- instructions ---- */

typedef struct rule rule;
/* out->shape is that of the instruction's type; in[0..] are its operands. */
typedef bool read_fn(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out);

struct rule {
    LLVMOpcode opcode;
    unsigned operands; /* that are read before the function is called */
    read_fn *read;
    term_op op;
};

static term either_poison(reader *r, const ir_value *a, const ir_value *b)
{
    return term_mk_binary(r->c, TERM_BVOR, a->poison, b->poison);
}

static bool read_binary(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)insn;
    term lane[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < out->shape.lanes; i++)
        lane[i] = term_mk_binary(r->c, k->op, ir_lane(r->c, &in[0], i), ir_lane(r->c, &in[1], i));
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = either_poison(r, &in[0], &in[1]);
    return true;
}

/* A lane whose amount is its width or more is poison. */
static bool read_shift(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    term lane[TERM_WIDTH_MAX];
    unsigned bits = out->shape.bits;
    term none = term_mk_u64(r->c, 0, bits), all = term_mk_ones(r->c, bits), limit = term_mk_u64(r->c, bits, bits);
    for (unsigned i = 0; bits > 1 && i < out->shape.lanes; i++) {
        term in_range = term_mk_binary(r->c, TERM_BVULT, ir_lane(r->c, &in[1], i), limit);
        lane[i] = term_mk_ite(r->c, in_range, none, all);
    }
    read_binary(r, insn, k, in, out);
    term too_far = bits > 1 ? term_mk_concat_n(r->c, lane, out->shape.lanes) : in[1].bits;
    out->poison = term_mk_binary(r->c, TERM_BVOR, out->poison, too_far);
    return true;
}

typedef struct relation {
    LLVMIntPredicate predicate;
    term_op op;
    bool swapped, negated;
} relation;

static const relation relations[] = {
    {LLVMIntEQ, TERM_EQ, false, false},     {LLVMIntNE, TERM_EQ, false, true},
    {LLVMIntUGT, TERM_BVULT, true, false},  {LLVMIntUGE, TERM_BVULE, true, false},
    {LLVMIntULT, TERM_BVULT, false, false}, {LLVMIntULE, TERM_BVULE, false, false},
    {LLVMIntSGT, TERM_BVSLT, true, false},  {LLVMIntSGE, TERM_BVSLE, true, false},
    {LLVMIntSLT, TERM_BVSLT, false, false}, {LLVMIntSLE, TERM_BVSLE, false, false}};

static const relation *find_relation(LLVMIntPredicate p)
{
    size_t i = 0;
    while (i < sizeof relations / sizeof *relations - 1 && relations[i].predicate != p) i++;
    return &relations[i];
}

static bool read_icmp(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)k;
    term lane[TERM_WIDTH_MAX];
    const relation *rel = find_relation(LLVMGetICmpPredicate(insn));
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term a = ir_lane(r->c, &in[rel->swapped], i), b = ir_lane(r->c, &in[!rel->swapped], i);
        term holds = term_mk_binary(r->c, rel->op, a, b);
        lane[i] = term_mk_ite(r->c, holds, term_mk_u64(r->c, !rel->negated, 1), term_mk_u64(r->c, rel->negated, 1));
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, either_poison(r, &in[0], &in[1]), in[0].shape, out->shape);
    return true;
}

/* A lane of the condition, which may be one for all lanes, as a Bool. */
static term condition_lane(reader *r, const ir_value *condition, term of, unsigned lane)
{
    unsigned bit = condition->shape.lanes == 1 ? 0 : lane;
    return term_mk_binary(r->c, TERM_EQ, term_mk_extract(r->c, bit, bit, of), term_mk_u64(r->c, 1, 1));
}

static bool read_select(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)insn, (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    ir_value yes = {in[1].shape, in[1].poison, in[1].poison, false}, no = {in[2].shape, in[2].poison, in[2].poison, false};
    term all = term_mk_ones(r->c, out->shape.bits);
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term chosen = condition_lane(r, &in[0], in[0].bits, i), lost = condition_lane(r, &in[0], in[0].poison, i);
        value[i] = term_mk_ite(r->c, chosen, ir_lane(r->c, &in[1], i), ir_lane(r->c, &in[2], i));
        poison[i] = term_mk_ite(r->c, chosen, ir_lane(r->c, &yes, i), ir_lane(r->c, &no, i));
        poison[i] = term_mk_ite(r->c, lost, all, poison[i]);
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}

/* The low bits of what was shifted down by a constant are its higher bits; so written, an operation's high half is read as the same term. */
static term truncate_lane(reader *r, term lane, unsigned bits)
{
    unsigned low = 0;
    if (term_get_op(r->c, lane) == TERM_BVLSHR && term_is_const(r->c, term_arg(r->c, lane, 1))) {
        uint64_t by = term_limbs(r->c, term_arg(r->c, lane, 1))[0];
        if (by + bits <= term_width(r->c, lane)) {
            low = (unsigned)by;
            lane = term_arg(r->c, lane, 0);
        }
    }
    return term_mk_extract(r->c, low + bits - 1, low, lane);
}

static term resize_lane(reader *r, term_op op, term lane, unsigned bits)
{
    unsigned from = term_width(r->c, lane);
    if (op == TERM_EXTRACT) return truncate_lane(r, lane, bits);
    return term_mk_extend(r->c, op, bits - from, lane);
}

static bool read_resize(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)insn;
    term lane[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < out->shape.lanes; i++)
        lane[i] = resize_lane(r, k->op, ir_lane(r->c, &in[0], i), out->shape.bits);
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, in[0].poison, in[0].shape, out->shape);
    return true;
}

static bool read_bitcast(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)insn, (void)k;
    out->bits = in[0].bits;
    out->frozen = in[0].frozen;
    out->poison = in[0].frozen ? in[0].poison : ir_spread_poison(r->c, in[0].poison, in[0].shape, out->shape);
    return true;
}

/* What was poison is any number now, the same for every user. */
static bool read_freeze(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)r, (void)insn, (void)k;
    *out = in[0];
    out->frozen = true;
    return true;
}

/* Frozen bits as poison of whole lanes, for instructions that do not tell them apart. */
static void thaw(reader *r, ir_value *v)
{
    if (v->frozen) v->poison = ir_spread_poison(r->c, v->poison, v->shape, v->shape);
    v->frozen = false;
}

/* The lane that operand i names, a constant in range. */
static bool read_index(reader *r, LLVMValueRef insn, unsigned i, unsigned lanes, unsigned *lane)
{
    LLVMValueRef v = LLVMGetOperand(insn, i);
    if (!LLVMIsAConstantInt(v)) return fail_at(r, insn, "a lane number that is no constant");
    unsigned long long n = LLVMConstIntGetZExtValue(v);
    *lane = (unsigned)n;
    return n < lanes || fail_at(r, insn, "a lane number out of range");
}

static bool read_extractelement(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)k;
    unsigned lane;
    if (!read_index(r, insn, 1, in[0].shape.lanes, &lane)) return false;
    ir_value poison = {in[0].shape, in[0].poison, in[0].poison, false};
    out->bits = ir_lane(r->c, &in[0], lane);
    out->poison = ir_lane(r->c, &poison, lane);
    return true;
}

static bool read_insertelement(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)k;
    unsigned lane;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    ir_value old = {in[0].shape, in[0].poison, in[0].poison, false};
    if (!read_index(r, insn, 2, out->shape.lanes, &lane)) return false;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        value[i] = i == lane ? in[1].bits : ir_lane(r->c, &in[0], i);
        poison[i] = i == lane ? in[1].poison : ir_lane(r->c, &old, i);
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}

static bool read_shufflevector(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    unsigned lanes = in[0].shape.lanes;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        int from = LLVMGetMaskValue(insn, i);
        if (from == LLVMGetUndefMaskElem()) {
            value[i] = term_mk_u64(r->c, 0, out->shape.bits);
            poison[i] = term_mk_ones(r->c, out->shape.bits);
            continue;
        }
        const ir_value *v = &in[(unsigned)from >= lanes];
        ir_value its_poison = {v->shape, v->poison, v->poison, false};
        value[i] = ir_lane(r->c, v, (unsigned)from % lanes);
        poison[i] = ir_lane(r->c, &its_poison, (unsigned)from % lanes);
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}

static bool read_call(reader *r, LLVMValueRef insn, const rule *k, const ir_value *in, ir_value *out)
{
    (void)k, (void)in;
    ir_value args[IR_ARGS_MAX];
    unsigned nargs = LLVMGetNumArgOperands(insn);
    LLVMValueRef callee = LLVMGetCalledValue(insn);
    if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
        return fail_at(r, insn, "a call of what is no intrinsic");
    if (nargs > IR_ARGS_MAX || LLVMGetNumOperandBundles(insn)) return fail_at(r, insn, "a call that is not modelled");
    if (LLVMGetCallSiteAttributeCount(insn, LLVMAttributeReturnIndex))
        return fail_at(r, insn, "attributes of a result are not modelled");
    for (unsigned i = 0; i < nargs; i++)
        if (!read_operand(r, insn, i, &args[i])) return false;
    for (unsigned i = 0; i < nargs; i++) thaw(r, &args[i]);
    size_t length;
    const char *unknown = irintrin_call(r->c, LLVMGetValueName2(callee, &length), args, nargs, out->shape, out);
    return !unknown || fail_at(r, insn, unknown);
}

static const rule rules[] = {
    {LLVMAdd, 2, read_binary, TERM_BVADD},
    {LLVMSub, 2, read_binary, TERM_BVSUB},
    {LLVMMul, 2, read_binary, TERM_BVMUL},
    {LLVMAnd, 2, read_binary, TERM_BVAND},
    {LLVMOr, 2, read_binary, TERM_BVOR},
    {LLVMXor, 2, read_binary, TERM_BVXOR},
    {LLVMShl, 2, read_shift, TERM_BVSHL},
    {LLVMLShr, 2, read_shift, TERM_BVLSHR},
    {LLVMAShr, 2, read_shift, TERM_BVASHR},
    {LLVMZExt, 1, read_resize, TERM_ZERO_EXTEND},
    {LLVMSExt, 1, read_resize, TERM_SIGN_EXTEND},
    {LLVMTrunc, 1, read_resize, TERM_EXTRACT},
    {LLVMBitCast, 1, read_bitcast, TERM_OP_COUNT},
    {LLVMFreeze, 1, read_freeze, TERM_OP_COUNT},
    {LLVMICmp, 2, read_icmp, TERM_OP_COUNT},
    {LLVMSelect, 3, read_select, TERM_OP_COUNT},
    {LLVMExtractElement, 1, read_extractelement, TERM_OP_COUNT},
    {LLVMInsertElement, 2, read_insertelement, TERM_OP_COUNT},
    {LLVMShuffleVector, 2, read_shufflevector, TERM_OP_COUNT},
    {LLVMCall, 0, read_call, TERM_OP_COUNT},
};

static const rule *find_rule(LLVMOpcode opcode)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].opcode == opcode) return &rules[i];
    return NULL;
}

static bool has_flag(LLVMValueRef insn)
{
    switch (LLVMGetInstructionOpcode(insn)) {
    case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMTrunc: return LLVMGetNUW(insn) || LLVMGetNSW(insn);
    case LLVMLShr: case LLVMAShr: return LLVMGetExact(insn);
    case LLVMOr: return LLVMGetIsDisjoint(insn);
    case LLVMZExt: return LLVMGetNNeg(insn);
    default: return false;
    }
}

static bool read_instruction(reader *r, LLVMValueRef insn)
{
    ir_value in[3], out;
    const rule *k = find_rule(LLVMGetInstructionOpcode(insn));
    if (!k) return fail_at(r, insn, "an instruction that is not known here");
    if (has_flag(insn)) return fail_at(r, insn, "flags that promise something are not modelled");
    if (LLVMHasMetadata(insn)) return fail_at(r, insn, "metadata is not modelled");
    if (!read_shape(LLVMTypeOf(insn), &out.shape)) return fail_at(r, insn, "a type that is not modelled");
    for (unsigned i = 0; i < k->operands; i++) {
        if (!read_operand(r, insn, i, &in[i])) return false;
        if (k->read != read_bitcast && k->read != read_freeze) thaw(r, &in[i]);
    }
    out.frozen = false;
    if (!k->read(r, insn, k, in, &out)) return false;
    define(r, insn, out);
    return true;
}

/* ---- functions ---- */

static bool read_return(reader *r, LLVMValueRef insn, unsigned bits, term *value, term *poison)
{
    ir_value v;
    if (LLVMGetNumOperands(insn) != 1) return fail_at(r, insn, "a function without a result");
    if (!read_operand(r, insn, 0, &v)) return false;
    if (shape_bits(v.shape) != bits) return fail_at(r, insn, "a result that is not as wide as the register");
    *value = v.bits;
    *poison = v.poison;
    return true;
}

static bool read_parameters(reader *r, LLVMValueRef f, const term *args, unsigned nargs)
{
    if (LLVMCountParams(f) != nargs) return fail(r, "the number of parameters is not that of the operation");
    for (unsigned i = 0; i < nargs; i++) {
        LLVMValueRef p = LLVMGetParam(f, i);
        ir_value v = {.bits = args[i]};
        if (!read_shape(LLVMTypeOf(p), &v.shape) || shape_bits(v.shape) != term_width(r->c, args[i]))
            return fail_at(r, p, "a parameter that is not as wide as the register");
        v.poison = no_poison(r, v.shape);
        define(r, p, v);
    }
    return true;
}

static bool read_body(reader *r, LLVMValueRef f, unsigned bits, term *value, term *poison)
{
    if (LLVMCountBasicBlocks(f) != 1) return fail(r, "the function has no body, or more than one basic block");
    LLVMValueRef insn = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    for (; insn && LLVMGetInstructionOpcode(insn) != LLVMRet; insn = LLVMGetNextInstruction(insn))
        if (!read_instruction(r, insn)) return false;
    return insn ? read_return(r, insn, bits, value, poison) : fail(r, "the function does not return");
}

/* Fills r->module. */
static bool parse(reader *r, const char *ir)
{
    char *message = NULL;
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "ir");
    bool ok = !LLVMParseIRInContext(r->context, text, &r->module, &message);
    if (!ok) report_parse_error(r, ir, message ? message : "error: malformed");
    LLVMDisposeMessage(message);
    if (!ok) return false;

    message = NULL;
    ok = !LLVMVerifyModule(r->module, LLVMReturnStatusAction, &message);
    if (!ok) fail(r, message);
    LLVMDisposeMessage(message);
    return ok;
}

bool irterm_read(term_ctx *c, const char *ir, const char *function, const term *args, unsigned nargs,
                 unsigned result_bits, term *value, term *poison, diags *d)
{
    reader r = {.c = c, .d = d, .function = function, .context = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(r.context, ignore_diagnostic, NULL);
    r.folder = LLVMCreateBuilderInContext(r.context);
    bool ok = parse(&r, ir);
    if (ok) {
        LLVMValueRef f = LLVMGetNamedFunction(r.module, function);
        ok = f ? read_parameters(&r, f, args, nargs) && read_body(&r, f, result_bits, value, poison)
               : fail(&r, "the text holds no function of this name");
    }
    if (r.module) LLVMDisposeModule(r.module);
    LLVMDisposeBuilder(r.folder);
    LLVMContextDispose(r.context);
    mem_free(r.values);
    return ok;
}
