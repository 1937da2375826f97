// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* casts.c - extensions and truncations of small fields, as programs of steps.
 *
 * A vector is worked on in chunks that fill registers. For each chunk every way that is known is
 * written as a program (steps.h), checked on labels, and the cheapest is emitted. The ways to
 * widen: split the fields of a byte into as many registers and interleave those; or move each byte
 * into a lane of its own and spread its bits there by doubling; or look nibbles up in tables. To
 * narrow: gather in each lane by doubling or multiplication, then pick bytes. Fields that cross
 * bytes, of 3 to 31 bits, go to bytes, words or doublewords and come from there: uneven.c. Called
 * by lower_numbers.c. */
#include "casts.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/permute/ways/uneven.h"
#include "steps_code.h"

/* Fields that cross bytes. */
static bool is_uneven(unsigned w)
{
    return (w & (w - 1)) != 0;
}

unsigned casts_lane(unsigned w)
{
    return w <= 8 ? 8 : w <= 16 ? 16 : 32;
}

unsigned casts_spread(steps *s, unsigned value, unsigned r, unsigned least, bool masked)
{
    for (unsigned g = 4; g >= least; g /= 2) {
        value = steps_or(s, value, steps_shift(s, value, 8 * r, (int)((r - 1) * g)));
        if (masked || g == least) value = steps_and_comb(s, value, g, r * g, 0);
    }
    return value;
}

unsigned casts_gather(steps *s, unsigned value, unsigned r, unsigned least, bool masked)
{
    value = steps_and_comb(s, value, least, r * least, 0);
    for (unsigned g = least; g < 8; g *= 2) {
        value = steps_or(s, value, steps_shift(s, value, 8 * r, -(int)((r - 1) * g)));
        if (masked || g == 4) value = steps_and_comb(s, value, 2 * g, r * 2 * g, 0);
    }
    return value;
}

/* ---- ways to widen ---- */

/* Byte i in the low byte of a lane of r bytes. */
static unsigned lanes_of_bytes(steps *s, unsigned value, unsigned r)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned bytes = s->step[value].bytes * r;
    for (unsigned i = 0; i < bytes && i < STEPS_MAX_BYTES; i++)
        from[i] = (int16_t)(i % r ? BYTE_ZERO : (int)(i / r));
    if (bytes > STEPS_MAX_BYTES) s->broken = true;
    return s->broken ? 0 : steps_bytes(s, value, value, from, bytes);
}

static unsigned interleave(steps *s, unsigned a, unsigned b, unsigned size)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned bytes = s->step[a].bytes;
    if (2 * bytes > STEPS_MAX_BYTES) s->broken = true;
    for (unsigned i = 0; i < 2 * bytes && !s->broken; i++)
        from[i] = (int16_t)(i / size % 2 * bytes + i / size / 2 * size + i % size);
    return s->broken ? 0 : steps_bytes(s, a, b, from, 2 * bytes);
}

/* The sign bits complemented where the cast is to extend them. */
static unsigned prepared(steps *s, unsigned value, const cast *c)
{
    return c->sign ? steps_xor_splat(s, value, steps_comb(1, c->from) << (c->from - 1), 8) : value;
}

static unsigned finished(steps *s, unsigned value, const cast *c)
{
    return c->sign ? steps_sign(s, value, c->to, c->from) : value;
}

static unsigned widen_by_doubling(steps *s, unsigned in, const cast *c, bool masked)
{
    unsigned r = c->to / c->from, value = lanes_of_bytes(s, prepared(s, in, c), r);
    return finished(s, casts_spread(s, value, r, c->from, masked), c);
}

/* Result bit k of a byte: bit `from` + k of a nibble, or its sign. */
static unsigned look_up(steps *s, unsigned value, unsigned from, const cast *c)
{
    uint8_t pick[8];
    for (unsigned k = 0; k < 8; k++) {
        unsigned bit = k < c->from ? k : c->from - 1;
        pick[k] = k < c->from || c->sign ? (uint8_t)(from + bit) : 4;
    }
    return steps_table(s, value, pick);
}

/* Nibbles in bytes, then tables; of fields of 2 bits two tables, interleaved. */
static unsigned widen_by_tables(steps *s, unsigned in, const cast *c)
{
    unsigned nibbles = casts_spread(s, lanes_of_bytes(s, in, 2), 2, 4, true);
    if (!steps_can_table(s, s->step[nibbles].bytes)) s->broken = true;
    if (c->from == 4) return look_up(s, nibbles, 0, c);
    return interleave(s, look_up(s, nibbles, 0, c), look_up(s, nibbles, 2, c), 1);
}

/* Field k of every byte in a value of its own; then these interleaved, pairs of them, and so on. */
static unsigned widen_by_splitting(steps *s, unsigned in, const cast *c)
{
    unsigned part[8], count = 8 / c->from, size = 1, base = prepared(s, in, c);
    for (unsigned k = 0; k < count; k++) {
        unsigned moved = steps_shift(s, base, 16, -(int)(k * c->from));
        part[k] = finished(s, steps_and_comb(s, moved, c->from, 8, 0), c);
    }
    for (; count > 1; count /= 2, size *= 2)
        for (unsigned k = 0; k < count / 2; k++)
            part[k] = interleave(s, part[2 * k], part[2 * k + 1], size);
    return part[0];
}

/* Each byte brought to its eight places, and in each another bit tested. */
static unsigned widen_by_testing(steps *s, unsigned in, const cast *c)
{
    int16_t from[STEPS_MAX_BYTES];
    uint8_t mask[STEPS_MAX_BYTES];
    unsigned bytes = s->step[in].bytes * 8;
    if (bytes > STEPS_MAX_BYTES) s->broken = true;
    for (unsigned i = 0; i < bytes && !s->broken; i++) {
        from[i] = (int16_t)(i / 8);
        mask[i] = (uint8_t)(1U << i % 8);
    }
    if (s->broken) return 0;
    unsigned ones = steps_test(s, steps_bytes(s, in, in, from, bytes), mask);
    return c->sign ? ones : steps_and_splat(s, ones, 1, 1);
}

/* ---- ways to narrow ---- */

static unsigned narrow_by_doubling(steps *s, unsigned in, const cast *c, bool masked)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned r = c->from / c->to, value = casts_gather(s, in, r, c->to, masked);
    unsigned bytes = s->step[in].bytes / r;
    for (unsigned i = 0; i < bytes; i++) from[i] = (int16_t)(i * r);
    return steps_bytes(s, value, value, from, bytes);
}

/* Neighbouring bytes' numbers brought side by side by multiplication, to words and doublewords that
 * have a byte in the end. */
static unsigned narrow_by_pairs(steps *s, unsigned in, const cast *c)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned r = c->from / c->to, bytes = s->step[in].bytes / r,
             value = steps_and_comb(s, in, c->to, c->from, 0);
    for (unsigned lane = 16, width = c->to; width < 8; lane *= 2, width *= 2)
        value = steps_pairs(s, value, lane, width);
    for (unsigned i = 0; i < bytes; i++) from[i] = (int16_t)(i * r);
    return s->broken ? 0 : steps_bytes(s, value, value, from, bytes);
}

/* ---- the cheapest ---- */

static const label *wanted_labels(arena *p, const cast *c, unsigned bytes)
{
    label *wanted = arena_new(p, bytes * 8, label);
    for (unsigned i = 0; i < bytes * 8; i++) {
        unsigned field = i / c->to, k = i % c->to;
        unsigned sign = c->from - 1, from = k < c->from ? k : sign;
        wanted[i] = k < c->from || c->sign ? label_of_bit(field * c->from + from) : LABEL_ZERO;
    }
    return wanted;
}

enum { WAYS = 5 }; /* at least UNEVEN_WAYS */

static unsigned take_way(steps *s, unsigned way, unsigned in, const cast *c)
{
    bool widens = c->to > c->from;
    if (is_uneven(c->from) || is_uneven(c->to)) {
        return widens ? uneven_widen(s, way, in, c) : uneven_narrow(s, way, in, c);
    }
    if (way < 2)
        return widens ? widen_by_doubling(s, in, c, way == 0)
                      : narrow_by_doubling(s, in, c, way == 0);
    if (way == 2 && c->from == 8 && (c->to == 2 || c->to == 4)) return narrow_by_pairs(s, in, c);
    if (!widens || c->to != 8 || (c->from == 1) != (way == 4)) s->broken = true;
    if (s->broken) return 0;
    if (way == 4) return widen_by_testing(s, in, c);
    return way == 2 ? widen_by_splitting(s, in, c) : widen_by_tables(s, in, c);
}

static unsigned result_bytes(const cast *c, unsigned bytes)
{
    return bytes * c->to / c->from;
}

static steps *cheapest_way(const site *x, const cast *c, unsigned bytes, unsigned *result)
{
    steps *best = NULL;
    const label *wanted = wanted_labels(x->arena, c, result_bytes(c, bytes));
    for (unsigned way = 0; way < WAYS; way++) {
        steps *s = steps_new(x->arena, *target_machine(x->view), false);
        unsigned value = take_way(s, way, steps_input(s, bytes), c);
        if (!steps_gives(s, value, wanted, result_bytes(c, bytes) * 8)) continue;
        if (best && best->cost <= s->cost) continue;
        best = s;
        *result = value;
    }
    return best;
}

/* Bytes that are worked on at a time: what makes, or is made from, one register by one step of
 * doubling. */
static unsigned chunk_bytes(const site *x, const cast *c, unsigned bytes)
{
    steps *s = steps_new(x->arena, *target_machine(x->view), false);
    unsigned chunk = s->machine.register_bytes;
    if (is_uneven(c->from) || is_uneven(c->to)) {
        /* of eight fields */
        unsigned lane = c->to > c->from ? c->to : c->from, groups = chunk > lane ? chunk / lane : 1;
        while (groups > 1 && groups / 2 * lane >= 16 && groups / 2 * c->from >= bytes) groups /= 2;
        return groups * c->from;
    }
    if (c->to < c->from) chunk *= c->from / c->to;
    else if (chunk > 16) chunk /= 2;
    unsigned least = c->to < c->from ? c->from / c->to : 1;
    if (least < 2) least = 2; /* lanes of 16 bits */
    while (chunk / 2 >= bytes && chunk / 2 >= least) chunk /= 2;
    return chunk;
}

static unsigned find_cost(const target_view *v, unsigned from, unsigned to, unsigned fields)
{
    arena memory = {0};
    cast c = {from, to, false};
    site x = {.arena = &memory, .view = v};
    unsigned bytes = (fields * from + 7) / 8,
             chunk = from == to ? bytes : chunk_bytes(&x, &c, bytes), result;
    const steps *s = from == to ? NULL : cheapest_way(&x, &c, chunk, &result);
    unsigned cost = s ? s->cost * ((bytes + chunk - 1) / chunk) : 0;
    arena_free(&memory);
    return cost;
}

unsigned casts_cost(const target_view *v, unsigned from, unsigned to, unsigned fields)
{
    for (const cast_price *c = v->use->cast_prices; c; c = c->next)
        if (c->from == from && c->to == to && c->fields == fields && c->max_bits == v->max_bits)
            return c->cost;
    cast_price *c = arena_new(&v->all->arena, 1, cast_price);
    *c = (cast_price){from, to, fields, v->max_bits, find_cost(v, from, to, fields),
                      v->use->cast_prices};
    v->use->cast_prices = c;
    return c->cost;
}

static LLVMValueRef apply_in_chunks(const site *x, const cast *c, LLVMValueRef value)
{
    unsigned bytes = LLVMGetVectorSize(LLVMTypeOf(value)), chunk = chunk_bytes(x, c, bytes),
             result = 0;
    unsigned count = (bytes + chunk - 1) / chunk;
    LLVMValueRef *part = arena_new(x->arena, count, LLVMValueRef);
    for (unsigned i = 0; i < count; i++) {
        steps *s = cheapest_way(x, c, chunk, &result);
        if (!s) return NULL;
        part[i] = steps_emit(s, result, x->view, x->b,
                             convert_part(x->b, value, i * chunk, chunk));
    }
    return convert_part(x->b, convert_joined(x->b, part, count), 0,
                        (bytes * c->to + c->from - 1) / c->from);
}

/* value: <k x i8>, fields of c->from bits side by side. Returns fields of c->to bits as at least <k
 * * to / from x i8>, where k is rounded up to whole bytes of the result. There is a way for all
 * widths that casts.h names. */
static LLVMValueRef apply(const site *x, const cast *c, LLVMValueRef value)
{
    arena memory = {0};
    site mine = *x;
    mine.arena = &memory;
    LLVMValueRef result = apply_in_chunks(&mine, c, value);
    arena_free(&memory);
    return result;
}

/* ---- carriers ---- */

bool casts_fill_registers(const layout *l)
{
    for (unsigned i = 0; i + 1 < l->npieces; i++)
        if (l->pieces[i].used != l->pieces[i].bits) return false;
    return true;
}

/* A register as a layout of its own. */
static layout layout_of_piece(const layout *l, const piece *p, piece *alone)
{
    *alone = (piece){p->bits, p->used, 0};
    layout one = *l;
    one.n = p->used / l->w;
    one.total = p->used;
    one.pieces = alone;
    one.npieces = 1;
    return one;
}

/* The bytes that fields lie in one after the other. */
static LLVMValueRef bytes_of(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers)
{
    return convert_part(b, convert_to_bytes(b, l, carriers), 0, (l->total + 7) / 8);
}

/* Numbers of `lane` bits side by side in bytes, as a vector of n of them; and the bytes of such a
 * vector. */
static LLVMValueRef in_lanes(const site *x, LLVMValueRef bytes, unsigned lane, unsigned n)
{
    LLVMTypeRef number = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes)), lane);
    return LLVMBuildBitCast(x->b, convert_part(x->b, bytes, 0, n * lane / 8),
                            LLVMVectorType(number, n), "");
}

static LLVMValueRef out_of_lanes(const site *x, LLVMValueRef numbers)
{
    LLVMTypeRef type = LLVMTypeOf(numbers), byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
    unsigned bytes = LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(LLVMGetElementType(type)) / 8;
    return LLVMBuildBitCast(x->b, numbers, LLVMVectorType(byte, bytes), "");
}

LLVMValueRef casts_widen_bytes(const site *x, unsigned w, unsigned n, LLVMValueRef bytes, bool sign)
{
    cast c = {w, casts_lane(w), sign};
    return in_lanes(x, apply(x, &c, bytes), c.to, n);
}

LLVMValueRef casts_narrow_bytes(const site *x, unsigned w, LLVMValueRef numbers)
{
    cast c = {casts_lane(w), w, false};
    return apply(x, &c, out_of_lanes(x, numbers));
}

LLVMValueRef casts_widen(const site *x, const layout *in, const LLVMValueRef *carriers, bool sign)
{
    if (casts_fill_registers(in))
        return casts_widen_bytes(x, in->w, in->n, bytes_of(x->b, in, carriers), sign);
    LLVMValueRef *part = arena_new(x->arena, in->npieces, LLVMValueRef);
    for (unsigned i = 0; i < in->npieces; i++) {
        piece alone;
        layout one = layout_of_piece(in, &in->pieces[i], &alone);
        part[i] = casts_widen(x, &one, &carriers[i], sign);
    }
    return convert_joined(x->b, part, in->npieces);
}

void casts_narrow(const site *x, const layout *out, LLVMValueRef numbers, LLVMValueRef *carriers)
{
    if (casts_fill_registers(out)) {
        convert_from_bytes(x->b, out, casts_narrow_bytes(x, out->w, numbers), carriers);
        return;
    }
    for (unsigned i = 0; i < out->npieces; i++) {
        piece alone;
        const piece *p = &out->pieces[i];
        layout one = layout_of_piece(out, p, &alone);
        casts_narrow(x, &one, convert_part(x->b, numbers, p->offset / out->w, one.n), &carriers[i]);
    }
}

LLVMValueRef casts_resize(const site *x, LLVMValueRef numbers, unsigned to, bool sign)
{
    LLVMTypeRef type = LLVMTypeOf(numbers);
    unsigned from = LLVMGetIntTypeWidth(LLVMGetElementType(type));
    LLVMTypeRef wanted = LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(type), to),
                                        LLVMGetVectorSize(type));
    if (from == to) return numbers;
    return LLVMBuildCast(x->b,
                         from > to ? LLVMTrunc
                         : sign    ? LLVMSExt
                                   : LLVMZExt,
                         numbers, wanted, "");
}

bool casts_direct(unsigned from, unsigned to)
{
    return !is_uneven(from) && !is_uneven(to);
}

void casts_apply(const site *x, const layout *in, const LLVMValueRef *a, bool sign,
                 const layout *out, LLVMValueRef *carriers)
{
    cast c = {in->w, out->w, sign};
    LLVMValueRef bytes = bytes_of(x->b, in, a);
    convert_from_bytes(x->b, out, in->w == out->w ? bytes : apply(x, &c, bytes), carriers);
}
