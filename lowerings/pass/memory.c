/* memory.c - loads and stores of carriers.
 *
 * Memory keeps LLVM's layout: field 0 in the lowest bits of the lowest byte. A piece that begins at a byte is read
 * and written by itself; one that fills the bytes of its register as the carrier, another as the integer of its whole bytes, so
 * that no byte is touched that the original does not touch. Bits that fill up the last byte are read as they come, since a
 * carrier's unused bits are any value, and written as zeros: LLVM's code generator takes it for granted, where it loads an
 * i63, that the 64th bit is zero. An integer of 63 bits itself is avoided: it is no element of a vector for those who vectorize
 * the loop. Where a piece begins inside a byte (fields whose width does not
 * divide the register's) the whole vector is one integer. Alignment is that of the original, reduced by the offset.
 * Called by lower.c. */
#include "convert.h"

#include <string.h>

enum { CHUNK = 128, CHUNKS_MAX = 3 };

/* Metadata of a load or store that stays true when the access is cut up or its type changes. */
static const char *const kept_metadata[] = {"tbaa",           "alias.scope",     "noalias",      "nontemporal",
                                            "invariant.load", "invariant.group", "llvm.access.group",
                                            "mem_parallel_loop_access"};

static bool is_kept(LLVMContextRef c, unsigned kind)
{
    for (size_t i = 0; i < sizeof kept_metadata / sizeof *kept_metadata; i++) {
        const char *name = kept_metadata[i];
        if (kind == LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name))) return true;
    }
    return false;
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(from));
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &count);
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(entries, i);
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (is_kept(c, kind)) LLVMSetMetadata(to, kind, LLVMMetadataAsValue(c, node));
    }
    LLVMDisposeValueMetadataEntries(entries);
}

bool convert_is_plain_load(LLVMValueRef value)
{
    return LLVMIsALoadInst(value) && !LLVMGetVolatile(value) && LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic;
}

bool convert_by_bytes(const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if (l->pieces[i].offset % 8) return false;
    return true;
}

/* The address of a piece, and in *align what is known of it. */
static LLVMValueRef piece_address(LLVMBuilderRef b, LLVMValueRef access, LLVMValueRef base, const piece *p,
                                  unsigned *align)
{
    unsigned offset = p->offset / 8;
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
    return stored_bits(p) == p->bits ? recipe_carrier(c, p->bits) : LLVMIntTypeInContext(c, stored_bits(p));
}

/* LLVM takes an integer that is part of a wide register there a word at a time: of such a piece each 256 or 128 bits are read and
 * written by themselves. */
static bool has_chunks(const piece *p)
{
    return p->bits > CHUNK && stored_bits(p) != p->bits;
}

/* The piece's chunk that begins `done` bits behind its first. */
static piece chunk_at(const piece *p, unsigned done)
{
    unsigned rest = p->used - done, bits = rest >= 2 * CHUNK ? 2 * CHUNK : CHUNK;
    return (piece){bits, rest < bits ? rest : bits, p->offset + done};
}

static LLVMValueRef load_register(LLVMBuilderRef b, const piece *p, LLVMValueRef load)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    unsigned align;
    LLVMValueRef address = piece_address(b, load, LLVMGetOperand(load, 0), p, &align);
    LLVMValueRef value = LLVMBuildLoad2(b, memory_type(c, p), address, "");
    LLVMSetAlignment(value, align);
    copy_metadata(load, value);
    if (stored_bits(p) == p->bits) return value;
    value = LLVMBuildZExt(b, value, LLVMIntTypeInContext(c, p->bits), "");
    return LLVMBuildBitCast(b, value, recipe_carrier(c, p->bits), "");
}

static LLVMValueRef load_piece(LLVMBuilderRef b, const piece *p, LLVMValueRef load)
{
    LLVMValueRef part[CHUNKS_MAX];
    unsigned count = 0;
    if (!has_chunks(p)) return load_register(b, p, load);
    for (unsigned done = 0; done < p->used; count++) {
        piece chunk = chunk_at(p, done);
        part[count] = load_register(b, &chunk, load);
        done += chunk.bits;
    }
    return convert_part(b, convert_joined(b, part, count), 0, p->bits / 64);
}

static bool is_defined(LLVMValueRef load)
{
    return LLVMGetMetadata(load, LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)), "noundef", 7)) != NULL;
}

static LLVMValueRef load_as(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef type)
{
    LLVMValueRef value = LLVMBuildLoad2(b, type, LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(value, LLVMGetAlignment(load));
    copy_metadata(load, value);
    return value;
}

LLVMValueRef convert_load_bytes(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef type)
{
    LLVMValueRef value = load_as(b, load, type);
    return is_defined(load) ? value : LLVMBuildFreeze(b, value, "");
}

void convert_load(LLVMBuilderRef b, const layout *l, LLVMValueRef load, LLVMValueRef *carriers)
{
    bool defined = is_defined(load);
    LLVMTypeRef whole = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)), l->total);
    if (!convert_by_bytes(l)) convert_from_value(b, l, load_as(b, load, whole), carriers);
    for (unsigned i = 0; i < l->npieces; i++) {
        if (convert_by_bytes(l)) carriers[i] = load_piece(b, &l->pieces[i], load);
        if (!defined) carriers[i] = LLVMBuildFreeze(b, carriers[i], "");
    }
}

static void store_value(LLVMBuilderRef b, const piece *p, LLVMValueRef store, LLVMValueRef value)
{
    unsigned align;
    LLVMValueRef address = piece_address(b, store, LLVMGetOperand(store, 1), p, &align);
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
    unsigned bits = vector ? 64 * LLVMGetVectorSize(type) : LLVMGetIntTypeWidth(type), n = (bits + 63) / 64;
    LLVMValueRef lane[WORDS];
    for (unsigned i = 0; i < n; i++) {
        unsigned here = used > 64 * i ? used - 64 * i : 0;
        words[i] = here >= 64 ? ~0ull : (1ull << here) - 1;
        if (vector) lane[i] = LLVMConstInt(LLVMGetElementType(type), words[i], 0);
    }
    LLVMValueRef mask = vector ? LLVMConstVector(lane, n) : LLVMConstIntOfArbitraryPrecision(type, n, words);
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

static void store_piece(LLVMBuilderRef b, const piece *p, LLVMValueRef store, LLVMValueRef carrier)
{
    if (!has_chunks(p)) {
        store_value(b, p, store, narrowed(b, p, carrier));
        return;
    }
    for (unsigned done = 0; done < p->used;) {
        piece chunk = chunk_at(p, done);
        store_value(b, &chunk, store, narrowed(b, &chunk, convert_part(b, carrier, done / 64, chunk.bits / 64)));
        done += chunk.bits;
    }
}

void convert_store_bytes(LLVMBuilderRef b, LLVMValueRef store, LLVMValueRef bytes)
{
    const piece whole = {0, 0, 0};
    store_value(b, &whole, store, bytes);
}

void convert_store(LLVMBuilderRef b, const layout *l, LLVMValueRef store, const LLVMValueRef *carriers)
{
    if (!convert_by_bytes(l)) {
        LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(carriers[0]));
        const piece whole = {l->total, l->total, 0};
        store_value(b, &whole, store, convert_to_type(b, l, carriers, LLVMIntTypeInContext(c, l->total)));
        return;
    }
    for (unsigned i = 0; i < l->npieces; i++) store_piece(b, &l->pieces[i], store, carriers[i]);
}
