// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* masks.c - packs a bit a field, and spreads bits to fields, with the table's operations; counts
 * masks.
 *
 * An operation on a register may be dearer than on its halves (pext and pdep are for general
 * registers), or missing: so both ways are counted and the cheaper one is taken. The packed bits of
 * all pieces are put together in one integer of n bits, of which LLVM makes registers. Who only
 * counts the bits gets them in any order. Called by lower_nodes.c and
 * lower_carriers.c; classify.c asks what is possible. */
#include "masks.h"

#include "casts.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/table/formula.h"

#include <string.h>

static LLVMTypeRef integer(LLVMValueRef any, unsigned bits)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(any)), bits);
}

/* Fields that cross bytes have no operation that packs masks: they go to bytes, whose bits LLVM
 * packs. */
static bool packs_by_bytes(const char *op, const layout *fields)
{
    return fields->w < 8 && (fields->w & (fields->w - 1)) && fields->n <= FIELDS_MAX &&
           strcmp(op, "mask_bits") == 0;
}

static void pack_by_bytes(const site *x, const layout *fields, const LLVMValueRef *a,
                          const layout *bits, LLVMValueRef *out)
{
    LLVMValueRef bytes = casts_widen(x, fields, a, false);
    LLVMTypeRef bit = LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes)));
    LLVMValueRef packed = LLVMBuildTrunc(x->b, bytes, LLVMVectorType(bit, fields->n), "");
    convert_from_value(x->b, bits, LLVMBuildBitCast(x->b, packed, integer(packed, fields->n), ""),
                       out);
}

static unsigned cost_by_bytes(const target_view *v, const layout *fields)
{
    const machine *m = target_machine(v);
    unsigned registers = (fields->n + m->register_bytes - 1) / m->register_bytes, joined = 0;
    for (unsigned i = 0; !casts_fill_registers(fields) && i < fields->npieces; i++)
        joined += stock_move(m->stock, STOCK_ACCESS_BITS, fields->pieces[i].bits / 8, 1);
    return joined + casts_cost(v, fields->w, casts_lane(fields->w), fields->n) +
           registers * stock_move(m->stock, STOCK_PACK, m->register_bytes, 1);
}

unsigned masks_pack_cost(const target_view *v, const char *op, const layout *fields)
{
    unsigned cost = 0;
    if (packs_by_bytes(op, fields)) return cost_by_bytes(v, fields);
    for (unsigned i = 0; i < fields->npieces; i++)
        cost += formula_cost(v, op, fields->w, fields->pieces[i].bits);
    return cost >= FORMULA_IMPOSSIBLE ? 0 : cost + 1;
}

bool masks_can_unpack(const target_view *v, const layout *fields)
{
    for (unsigned i = 0; i < fields->npieces; i++)
        if (formula_cost(v, "bits_mask", fields->w, fields->pieces[i].bits) >= FORMULA_IMPOSSIBLE)
            return false;
    return true;
}

static LLVMValueRef resized(LLVMBuilderRef b, LLVMValueRef value, unsigned bits)
{
    unsigned have = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    if (have == bits) return value;
    return have < bits ? LLVMBuildZExt(b, value, integer(value, bits), "")
                       : LLVMBuildTrunc(b, value, integer(value, bits), "");
}

/* high << at | low, as an integer of `bits` bits. Requires: low < 2^at. */
static LLVMValueRef joined(LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef high, unsigned at,
                           unsigned bits)
{
    LLVMValueRef up = resized(b, high, bits);
    if (at >= bits) return resized(b, low, bits);
    up = LLVMBuildShl(b, up, LLVMConstInt(LLVMTypeOf(up), at, 0), "");
    return LLVMBuildOr(b, resized(b, low, bits), up, "");
}

/* The low bits of a carrier as an integer of so many bits. */
static LLVMValueRef low_bits(LLVMBuilderRef b, LLVMValueRef carrier, unsigned register_bits,
                             unsigned bits)
{
    return resized(b, LLVMBuildBitCast(b, carrier, integer(carrier, register_bits), ""), bits);
}

/* All fields of one register: an integer of bits / w bits. */
static LLVMValueRef pack_register(const site *x, const char *op, unsigned w, unsigned bits,
                                  LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef operands[FORMULA_MAX_OPERANDS] = {a, b, a}, low[2] = {NULL}, high[2] = {NULL};
    unsigned fields = bits / w;
    const struct lowering_entry *e = formula_entry(x->view, op, w, bits);
    if (e) {
        const recipe *r = target_recipe(x->targets, x->view, e);
        return low_bits(x->b, recipe_apply(r, x->b, operands), bits, fields);
    }
    for (unsigned i = 0; i < 2; i++) formula_halves(x->b, operands[i], bits, &low[i], &high[i]);
    LLVMValueRef first = pack_register(x, op, w, bits / 2, low[0], low[1]);
    return joined(x->b, first, pack_register(x, op, w, bits / 2, high[0], high[1]), fields / 2,
                  fields);
}

void masks_pack(const site *x, const char *op, const layout *fields, const LLVMValueRef *a,
                const LLVMValueRef *b, const layout *bits, LLVMValueRef *out)
{
    LLVMValueRef all = NULL;
    if (packs_by_bytes(op, fields)) {
        pack_by_bytes(x, fields, a, bits, out);
        return;
    }
    for (unsigned i = 0; i < fields->npieces; i++) {
        const piece *p = &fields->pieces[i];
        LLVMValueRef part = pack_register(x, op, fields->w, p->bits, a[i], b ? b[i] : a[i]);
        part = resized(x->b, part, p->used / fields->w);
        all = all ? joined(x->b, all, part, p->offset / fields->w, fields->n)
                  : resized(x->b, part, fields->n);
    }
    convert_from_value(x->b, bits, all, out);
}

static LLVMValueRef unpack_register(const site *x, unsigned w, unsigned bits, LLVMValueRef number)
{
    const struct lowering_entry *e = formula_entry(x->view, "bits_mask", w, bits);
    if (e) {
        LLVMValueRef wide = resized(x->b, number, bits);
        LLVMValueRef carrier = LLVMBuildBitCast(
            x->b, wide, fields_carrier(LLVMGetTypeContext(LLVMTypeOf(number)), bits), "");
        return recipe_apply(target_recipe(x->targets, x->view, e), x->b,
                            (LLVMValueRef[]){carrier, carrier, carrier});
    }
    unsigned half = bits / w / 2;
    LLVMValueRef up = LLVMBuildLShr(x->b, number, LLVMConstInt(LLVMTypeOf(number), half, 0), "");
    LLVMValueRef low = unpack_register(x, w, bits / 2, resized(x->b, number, half));
    return formula_whole(x->b, low, unpack_register(x, w, bits / 2, resized(x->b, up, half)), bits);
}

void masks_unpack(const site *x, const layout *bits, const LLVMValueRef *a, const layout *fields,
                  LLVMValueRef *out)
{
    LLVMValueRef all = convert_to_type(x->b, bits, a, integer(a[0], bits->total));
    for (unsigned i = 0; i < fields->npieces; i++) {
        const piece *p = &fields->pieces[i];
        LLVMValueRef part = all;
        unsigned from = p->offset / fields->w;
        if (from) part = LLVMBuildLShr(x->b, part, LLVMConstInt(LLVMTypeOf(all), from, 0), "");
        out[i] = unpack_register(x, fields->w, p->bits, resized(x->b, part, p->bits / fields->w));
    }
}

/* ---- bits in any order ---- */

static bool is_power(unsigned x)
{
    return x && !(x & (x - 1));
}

bool masks_can_gather(const layout *fields)
{
    for (unsigned i = 0; i < fields->npieces; i++) {
        const piece *p = &fields->pieces[i];
        if (p->used != p->bits || p->bits != fields->pieces[0].bits) return false;
    }
    return fields->w > 1 && is_power(fields->w) && is_power(fields->npieces);
}

/* The 64 bits again and again, as a carrier of `bits` bits; w bits of the pattern are those of each
 * w bits of it. */
static LLVMValueRef repeated(LLVMTypeRef type, unsigned bits, unsigned w, uint64_t pattern)
{
    LLVMValueRef lane[8];
    uint64_t word = 0;
    for (unsigned at = 0; at < 64; at += w) word |= pattern << at;
    for (unsigned i = 0; i < 8; i++)
        lane[i] = LLVMConstInt(bits > 64 ? LLVMGetElementType(type) : type, word, 0);
    return bits > 64 ? LLVMConstVector(lane, bits / 64) : lane[0];
}

static LLVMTypeRef carrier_of(LLVMValueRef any, unsigned bits)
{
    return fields_carrier(LLVMGetTypeContext(LLVMTypeOf(any)), bits);
}

/* Of every w bits the low half of one value and the high half of the other: of two fields of ones
 * or zeros, both in the place of one. */
static LLVMValueRef laid_together(LLVMBuilderRef b, unsigned w, unsigned bits, LLVMValueRef low,
                                  LLVMValueRef high)
{
    LLVMTypeRef type = carrier_of(low, bits);
    LLVMValueRef mask = repeated(type, bits, w, (1ull << w / 2) - 1);
    low = LLVMBuildAnd(b, LLVMBuildBitCast(b, low, type, ""), mask, "");
    high = LLVMBuildAnd(b, LLVMBuildBitCast(b, high, type, ""), LLVMConstNot(mask), "");
    return LLVMBuildOr(b, low, high, "");
}

/* Of two values with nothing but the highest `places` bits of each field, both. */
static LLVMValueRef one_below_the_other(LLVMBuilderRef b, unsigned places, unsigned bits,
                                        LLVMValueRef above, LLVMValueRef below)
{
    LLVMTypeRef type = carrier_of(above, bits);
    LLVMValueRef amount = repeated(type, bits, 64, places);
    below = LLVMBuildLShr(b, LLVMBuildBitCast(b, below, type, ""), amount, "");
    return LLVMBuildOr(b, LLVMBuildBitCast(b, above, type, ""), below, "");
}

/* Both halves of a register; of a general register as integers of half its bits. */
static void halves(LLVMBuilderRef b, LLVMValueRef value, unsigned bits, LLVMValueRef *low,
                   LLVMValueRef *high)
{
    if (bits >= 128) {
        formula_halves(b, value, bits, low, high);
        return;
    }
    *low = resized(b, value, bits / 2);
    *high = resized(b, LLVMBuildLShr(b, value, LLVMConstInt(LLVMTypeOf(value), bits / 2, 0), ""),
                    bits / 2);
}

/* A round brings two fields into the place of one: of two registers, later of a register's halves.
 */
static LLVMValueRef brought_together(LLVMBuilderRef b, const layout *fields, bool tops, unsigned w,
                                     unsigned bits, LLVMValueRef low, LLVMValueRef high)
{
    return tops ? one_below_the_other(b, fields->w / w, bits, low, high)
                : laid_together(b, w, bits, low, high);
}

LLVMValueRef masks_gather(LLVMBuilderRef b, const layout *fields, const LLVMValueRef *a, bool tops)
{
    LLVMValueRef value[LAYOUT_MAX_PIECES] = {a[0]}, low, high, all;
    unsigned count = fields->npieces, bits = fields->pieces[0].bits;
    LLVMTypeRef type = carrier_of(a[0], bits);
    LLVMValueRef top = repeated(type, bits, fields->w, 1ull << (fields->w - 1));
    for (unsigned i = 0; i < count; i++)
        value[i] = tops ? LLVMBuildAnd(b, LLVMBuildBitCast(b, a[i], type, ""), top, "") : a[i];
    for (unsigned w = fields->w; w > 1; w /= 2) {
        if (count > 1) {
            count /= 2;
            for (unsigned i = 0; i < count; i++)
                value[i] = brought_together(b, fields, tops, w, bits, value[i], value[i + count]);
        } else {
            halves(b, value[0], bits, &low, &high);
            bits /= 2;
            value[0] = brought_together(b, fields, tops, w, bits, low, high);
        }
    }
    all = low_bits(b, value[0], bits, bits);
    for (unsigned i = 1; i < count; i++)
        all = joined(b, all, low_bits(b, value[i], bits, bits), i * bits, fields->n);
    return all;
}

/* ---- counts ---- */

bool masks_can_count(const target_view *v, const layout *fields)
{
    enum { BYTE_MAX = 255, MOST_IN_BYTE = 4 }; /* fields of 2 bits */
    bool narrow = fields->w < 8 && fields->npieces <= BYTE_MAX / MOST_IN_BYTE;
    return masks_can_gather(fields) && narrow && fields->pieces[0].bits >= 128 &&
           !target_can(v, COUNTS_ONES, 8);
}

/* Sums of `group` values after each other; how many there are. */
static unsigned add_groups(LLVMBuilderRef b, LLVMValueRef *value, unsigned count, unsigned group)
{
    unsigned sums = 0;
    for (unsigned i = 0; i < count; i++) {
        if (i % group == 0) value[sums++] = value[i];
        else value[sums - 1] = LLVMBuildAdd(b, value[sums - 1], value[i], "");
    }
    return sums;
}

/* Numbers 0 and 1 in all fields are added, as many registers as do not exceed half of what a field
 * holds, and then to their neighbours, which brings sums to fields twice as wide, until they fill
 * bytes. Bytes are added by LLVM. */
LLVMValueRef masks_count(LLVMBuilderRef b, const layout *fields, const LLVMValueRef *a, bool tops)
{
    unsigned bits = fields->pieces[0].bits, count = fields->npieces, most = 1;
    LLVMTypeRef type = carrier_of(a[0], bits);
    LLVMValueRef value[LAYOUT_MAX_PIECES];
    for (unsigned i = 0; i < count; i++) {
        value[i] = LLVMBuildAnd(b, LLVMBuildBitCast(b, a[i], type, ""),
                                repeated(type, bits, fields->w, tops ? 1ull << (fields->w - 1) : 1),
                                "");
        if (tops)
            value[i] = LLVMBuildLShr(b, value[i], repeated(type, bits, 64, fields->w - 1), "");
    }
    for (unsigned w = fields->w; w < 8; w *= 2) {
        unsigned group = ((1u << w) - 1) / (2 * most);
        most *= 2 * (group < count ? group : count);
        count = add_groups(b, value, count, group);
        for (unsigned i = 0; i < count; i++) {
            LLVMValueRef next = LLVMBuildLShr(b, value[i], repeated(type, bits, 64, w), "");
            value[i] = LLVMBuildAnd(b, LLVMBuildAdd(b, value[i], next, ""),
                                    repeated(type, bits, 2 * w, (1ull << w) - 1), "");
        }
    }
    add_groups(b, value, count, count);
    return formula_sum_of_bytes(b, value[0], bits / 8);
}
