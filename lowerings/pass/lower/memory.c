// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* memory.c - loads and stores of carriers.
 *
 * Memory keeps LLVM's layout: field 0 in the lowest bits of the lowest byte. A piece that begins at
 * a byte is read and written by itself; one that fills the bytes of its register as the carrier,
 * another as the integer of its whole bytes, so that no byte is touched that the original does not
 * touch. Bits that fill up the last byte are read as they come, since a carrier's unused bits are
 * any value, and written as zeros: LLVM's code generator takes it for granted, where it loads an
 * i63, that the 64th bit is zero. An integer of 63 bits itself is avoided: it is no element of a
 * vector for those who vectorize the loop. A part of a register that LLVM would read or write by
 * several accesses is read and written by two that overlap. Where a piece begins inside a byte
 * (fields whose width does not divide the register's) the whole vector is one integer. Alignment is
 * that of the original, reduced by the offset. Called by lower_nodes.c. */
#include "memory.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"

enum { CHUNK = 128, CHUNKS_MAX = 3 };

/* Metadata of a load or store that stays true when the access is cut up or its type changes. */
static const char *const kept_metadata[] = {
    "tbaa",           "alias.scope",     "noalias",           "nontemporal",
    "invariant.load", "invariant.group", "llvm.access.group", "mem_parallel_loop_access"};

/* Streaming is for whole registers: accesses of parts overlap, or are of integers for which LLVM 19
 * dies of the wish to stream. */
static bool may_stream(LLVMValueRef access)
{
    unsigned w, n;
    fields_of_type(LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access), &w,
                   &n);
    unsigned bits = w * n;
    return (w & (w - 1)) == 0 && (bits == 32 || bits == 64 || bits % CHUNK == 0);
}

static bool is_kept(LLVMContextRef c, unsigned kind, bool streams)
{
    for (size_t i = 0; i < sizeof kept_metadata / sizeof *kept_metadata; i++) {
        const char *name = kept_metadata[i];
        if (!streams && strcmp(name, "nontemporal") == 0) continue;
        if (kind == LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name))) return true;
    }
    return false;
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(from));
    bool streams = may_stream(from);
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &count);
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(entries, i);
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (is_kept(c, kind, streams)) LLVMSetMetadata(to, kind, LLVMMetadataAsValue(c, node));
    }
    LLVMDisposeValueMetadataEntries(entries);
}

bool memory_is_plain(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

bool memory_is_plain_load(LLVMValueRef value)
{
    return LLVMIsALoadInst(value) && memory_is_plain(value);
}

bool memory_by_bytes(const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if (l->pieces[i].offset % 8) return false;
    return true;
}

/* The address so many bytes behind an access's, and in *align what is known of it. */
static LLVMValueRef address_at(LLVMBuilderRef b, LLVMValueRef access, LLVMValueRef base,
                               unsigned offset, unsigned *align)
{
    *align = LLVMGetAlignment(access);
    if (!offset) return base;
    while (*align > 1 && offset % *align) *align /= 2;
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(base));
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(c), offset, 0);
    return LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), base, &index, 1, "");
}

/* The bits of its bytes. */
static unsigned stored_bits(const piece *p)
{
    return (p->used + 7) / 8 * 8;
}

static LLVMTypeRef memory_type(LLVMContextRef c, const piece *p)
{
    return stored_bits(p) == p->bits ? fields_carrier(c, p->bits)
                                     : LLVMIntTypeInContext(c, stored_bits(p));
}

/* A part of a register LLVM reads and writes by integers of 8, 4, 2 and 1 bytes, one after the
 * other. Where two accesses of one size that overlap are as much, this is what they are of, in
 * bits; else 0. */
static unsigned overlap_size(const piece *p)
{
    unsigned bits = stored_bits(p);
    if (bits == p->bits) return 0;
    if (p->bits > CHUNK) return CHUNK;
    if (p->bits == CHUNK) return bits == 88 || bits > 96 ? 64 : 0;
    return p->bits == 64 && bits == 56 ? 32 : 0;
}

/* The piece's chunk that begins `done` bits behind its first. */
static piece chunk_at(const piece *p, unsigned done)
{
    unsigned rest = p->used - done, bits = rest >= 2 * CHUNK ? 2 * CHUNK : CHUNK;
    return (piece){bits, rest < bits ? rest : bits, p->offset + done};
}

LLVMValueRef memory_load_at(LLVMBuilderRef b, LLVMValueRef load, unsigned byte, LLVMTypeRef type)
{
    unsigned align;
    LLVMValueRef address = address_at(b, load, LLVMGetOperand(load, 0), byte, &align);
    LLVMValueRef value = LLVMBuildLoad2(b, type, address, "");
    LLVMSetAlignment(value, align);
    copy_metadata(load, value);
    return value;
}

static bool is_defined(LLVMValueRef load)
{
    return LLVMGetMetadata(load, LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)),
                                                          "noundef", 7)) != NULL;
}

LLVMValueRef memory_frozen(LLVMBuilderRef b, LLVMValueRef load, LLVMValueRef value)
{
    return is_defined(load) ? value : LLVMBuildFreeze(b, value, "");
}

/* The first bytes of a vector behind `zeros` bytes of zeros, or, where that is negative, the others
 * in front of some. */
static LLVMValueRef bytes_moved(LLVMBuilderRef b, LLVMValueRef value, int zeros)
{
    enum { BYTES = CHUNK / 8 };
    LLVMValueRef from[BYTES],
        bytes = LLVMBuildBitCast(b, value, convert_vector(value, 8, BYTES), "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
    for (int i = 0; i < BYTES; i++)
        from[i] = LLVMConstInt(i32, i < zeros || i - zeros >= BYTES ? BYTES : (unsigned)(i - zeros),
                               false);
    LLVMValueRef moved = LLVMBuildShuffleVector(b, bytes, LLVMConstNull(LLVMTypeOf(bytes)),
                                                LLVMConstVector(from, BYTES), "");
    return LLVMBuildBitCast(b, moved, LLVMTypeOf(value), "");
}

static LLVMValueRef shifted(LLVMBuilderRef b, LLVMValueRef number, int left)
{
    unsigned amount = (unsigned)(left < 0 ? -left : left);
    LLVMValueRef by = LLVMConstInt(LLVMTypeOf(number), amount, false);
    return left < 0 ? LLVMBuildLShr(b, number, by, "") : LLVMBuildShl(b, number, by, "");
}

/* So many bits as a number; as the first of two where they are 64, since LLVM takes numbers that it
 * is shown in a vector apart again. */
static LLVMValueRef load_half(LLVMBuilderRef b, LLVMValueRef load, unsigned bit, unsigned bits)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMValueRef value = memory_load_at(b, load, bit / 8, LLVMIntTypeInContext(c, bits));
    LLVMValueRef zero = LLVMConstInt(LLVMInt32TypeInContext(c), 0, false);
    if (bits == 64)
        value = LLVMBuildInsertElement(b, LLVMConstNull(fields_carrier(c, CHUNK)), value, zero, "");
    return memory_frozen(b, load, value);
}

/* More than a half of a register: the lower half, and as many bytes that end with it. */
static LLVMValueRef load_overlapping(LLVMBuilderRef b, const piece *p, unsigned half,
                                     LLVMValueRef load)
{
    unsigned above = stored_bits(p) - half;
    LLVMValueRef low = load_half(b, load, p->offset, half),
                 high = load_half(b, load, p->offset + above, half);
    if (half == 64) {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)));
        LLVMValueRef first_of_both[2] = {LLVMConstInt(i32, 0, false), LLVMConstInt(i32, 2, false)};
        high = LLVMBuildLShr(b, high, convert_number(LLVMTypeOf(high), 64 - above), "");
        return LLVMBuildShuffleVector(b, low, high, LLVMConstVector(first_of_both, 2), "");
    }
    LLVMTypeRef whole = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)), p->bits);
    high = shifted(b, LLVMBuildZExt(b, high, whole, ""), (int)above);
    return LLVMBuildOr(b, LLVMBuildZExt(b, low, whole, ""), high, "");
}

/* Does LLVM need more than one access for so many bits, at the end of more than a chunk? */
static bool is_ragged(unsigned bits)
{
    return bits && bits < CHUNK && bits != 64 && bits != 32;
}

/* The last `bits` before bit `end`, less than a chunk, at the bottom of one. */
static LLVMValueRef load_last(LLVMBuilderRef b, unsigned end, unsigned bits, LLVMValueRef load)
{
    unsigned first = end - CHUNK;
    LLVMTypeRef type = fields_carrier(LLVMGetTypeContext(LLVMTypeOf(load)), CHUNK);
    LLVMValueRef window = memory_frozen(b, load, memory_load_at(b, load, first / 8, type));
    return bytes_moved(b, window, -(int)(CHUNK - bits) / 8);
}

static LLVMValueRef load_register(LLVMBuilderRef b, const piece *p, LLVMValueRef load)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMValueRef value = memory_load_at(b, load, p->offset / 8, memory_type(c, p));
    if (stored_bits(p) == p->bits) return value;
    value = LLVMBuildZExt(b, value, LLVMIntTypeInContext(c, p->bits), "");
    return LLVMBuildBitCast(b, value, fields_carrier(c, p->bits), "");
}

static LLVMValueRef load_piece(LLVMBuilderRef b, const piece *p, LLVMValueRef load)
{
    LLVMValueRef part[CHUNKS_MAX];
    unsigned count = 0, size = overlap_size(p);
    if (size == 0) return load_register(b, p, load);
    if (size < CHUNK) return load_overlapping(b, p, size, load);
    for (unsigned done = 0; done < p->used; count++) {
        piece chunk = chunk_at(p, done);
        bool ragged = is_ragged(stored_bits(&chunk));
        part[count] = ragged ? load_last(b, p->offset + stored_bits(p), stored_bits(&chunk), load)
                             : load_register(b, &chunk, load);
        done += chunk.bits;
    }
    return convert_part(b, convert_joined(b, part, count), 0, p->bits / 64);
}

LLVMValueRef memory_load_bytes(LLVMBuilderRef b, LLVMValueRef load, unsigned bytes)
{
    return memory_frozen(b, load, memory_load_at(b, load, 0, convert_vector(load, 8, bytes)));
}

void memory_load(LLVMBuilderRef b, const layout *l, LLVMValueRef load, LLVMValueRef *carriers)
{
    LLVMTypeRef whole = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)), l->total);
    if (!memory_by_bytes(l)) convert_from_value(b, l, memory_load_at(b, load, 0, whole), carriers);
    for (unsigned i = 0; i < l->npieces; i++) {
        if (memory_by_bytes(l)) carriers[i] = load_piece(b, &l->pieces[i], load);
        carriers[i] = memory_frozen(b, load, carriers[i]);
    }
}

void memory_store_at(LLVMBuilderRef b, LLVMValueRef store, unsigned byte, LLVMValueRef value)
{
    unsigned align;
    LLVMValueRef address = address_at(b, store, LLVMGetOperand(store, 1), byte, &align);
    LLVMValueRef copy = LLVMBuildStore(b, value, address);
    LLVMSetAlignment(copy, align);
    copy_metadata(store, copy);
}

/* The value with zeros above its low `used` bits; a vector has lanes of 64 bits. */
static LLVMValueRef cleared_above(LLVMBuilderRef b, LLVMValueRef value, unsigned used)
{
    enum { WORDS = 8 };
    uint64_t words[WORDS];
    LLVMTypeRef type = LLVMTypeOf(value);
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    unsigned bits = vector ? 64 * LLVMGetVectorSize(type) : LLVMGetIntTypeWidth(type),
             n = (bits + 63) / 64;
    LLVMValueRef lane[WORDS];
    for (unsigned i = 0; i < n; i++) {
        unsigned here = used > 64 * i ? used - 64 * i : 0;
        words[i] = here >= 64 ? ~0ull : (1ull << here) - 1;
        if (vector) lane[i] = LLVMConstInt(LLVMGetElementType(type), words[i], 0);
    }
    LLVMValueRef mask = vector ? LLVMConstVector(lane, n)
                               : LLVMConstIntOfArbitraryPrecision(type, n, words);
    return LLVMBuildAnd(b, value, mask, "");
}

/* The bytes of a carrier that are stored. */
static LLVMValueRef narrowed(LLVMBuilderRef b, const piece *p, LLVMValueRef carrier)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(carrier));
    LLVMValueRef value = carrier;
    if (stored_bits(p) != p->bits) {
        value = LLVMBuildBitCast(b, carrier, LLVMIntTypeInContext(c, p->bits), "");
        value = LLVMBuildTrunc(b, value, LLVMIntTypeInContext(c, stored_bits(p)), "");
    }
    return p->used % 8 ? cleared_above(b, value, p->used) : value;
}

/* More than a half of a register: the lower half, and as many bytes that end with it, which are
 * written, too. */
static void store_overlapping(LLVMBuilderRef b, const piece *p, unsigned half, LLVMValueRef store,
                              LLVMValueRef carrier)
{
    unsigned above = stored_bits(p) - half;
    LLVMTypeRef type = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(carrier)), half);
    LLVMValueRef value = p->used % 8 ? cleared_above(b, carrier, p->used) : carrier, low, high;
    if (half == 64) {
        LLVMValueRef zero = LLVMConstNull(LLVMInt32TypeInContext(LLVMGetTypeContext(type)));
        low = LLVMBuildExtractElement(b, value, zero, "");
        high = LLVMBuildExtractElement(b, bytes_moved(b, value, -(int)above / 8), zero, "");
    } else {
        low = LLVMBuildTrunc(b, value, type, "");
        high = LLVMBuildTrunc(b, shifted(b, value, -(int)above), type, "");
    }
    memory_store_at(b, store, p->offset / 8, low);
    memory_store_at(b, store, (p->offset + above) / 8, high);
}

/* The chunk that ends with the piece, from `done` bits on of which the last is less than a chunk:
 * with bytes of the one before, that are written already. */
static void store_last(LLVMBuilderRef b, const piece *p, unsigned done, LLVMValueRef store,
                       LLVMValueRef carrier)
{
    enum { BYTES = CHUNK / 8 };
    piece chunk = chunk_at(p, done);
    unsigned bytes = stored_bits(&chunk) / 8;
    LLVMValueRef last = convert_part(b, carrier, done / 64, CHUNK / 64),
                 before = convert_part(b, carrier, (done - CHUNK) / 64, CHUNK / 64);
    if (chunk.used % 8) last = cleared_above(b, last, chunk.used);
    LLVMTypeRef type = convert_vector(carrier, 8, BYTES),
                i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    LLVMValueRef from[BYTES];
    for (unsigned i = 0; i < BYTES; i++) from[i] = LLVMConstInt(i32, i + bytes, false);
    before = LLVMBuildBitCast(b, before, type, "");
    last = LLVMBuildBitCast(b, last, type, "");
    LLVMValueRef window = LLVMBuildShuffleVector(b, before, last, LLVMConstVector(from, BYTES), "");
    memory_store_at(b, store, (p->offset + stored_bits(p) - CHUNK) / 8, window);
}

static void store_piece(LLVMBuilderRef b, const piece *p, LLVMValueRef store, LLVMValueRef carrier)
{
    unsigned size = overlap_size(p);
    if (size == 0) memory_store_at(b, store, p->offset / 8, narrowed(b, p, carrier));
    else if (size < CHUNK) store_overlapping(b, p, size, store, carrier);
    for (unsigned done = 0; size == CHUNK && done < p->used;) {
        piece chunk = chunk_at(p, done);
        if (is_ragged(stored_bits(&chunk))) store_last(b, p, done, store, carrier);
        else memory_store_at(b, store, chunk.offset / 8,
                             narrowed(b, &chunk,
                                      convert_part(b, carrier, done / 64, chunk.bits / 64)));
        done += chunk.bits;
    }
}

void memory_store(LLVMBuilderRef b, const layout *l, LLVMValueRef store,
                  const LLVMValueRef *carriers)
{
    if (!memory_by_bytes(l)) {
        LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(carriers[0]));
        memory_store_at(b, store, 0,
                        convert_to_type(b, l, carriers, LLVMIntTypeInContext(c, l->total)));
        return;
    }
    for (unsigned i = 0; i < l->npieces; i++) store_piece(b, &l->pieces[i], store, carriers[i]);
}
