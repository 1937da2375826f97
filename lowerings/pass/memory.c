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

bool convert_is_plain(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

bool convert_is_plain_load(LLVMValueRef value)
{
    return LLVMIsALoadInst(value) && convert_is_plain(value);
}

bool convert_by_bytes(const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if (l->pieces[i].offset % 8) return false;
    return true;
}

/* The address so many bytes behind an access's, and in *align what is known of it. */
static LLVMValueRef address_at(LLVMBuilderRef b, LLVMValueRef access, LLVMValueRef base, unsigned offset, unsigned *align)
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

LLVMValueRef convert_load_at(LLVMBuilderRef b, LLVMValueRef load, unsigned byte, LLVMTypeRef type)
{
    unsigned align;
    LLVMValueRef address = address_at(b, load, LLVMGetOperand(load, 0), byte, &align);
    LLVMValueRef value = LLVMBuildLoad2(b, type, address, "");
    LLVMSetAlignment(value, align);
    copy_metadata(load, value);
    return value;
}

static LLVMValueRef load_register(LLVMBuilderRef b, const piece *p, LLVMValueRef load)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMValueRef value = convert_load_at(b, load, p->offset / 8, memory_type(c, p));
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

LLVMValueRef convert_frozen(LLVMBuilderRef b, LLVMValueRef load, LLVMValueRef value)
{
    return is_defined(load) ? value : LLVMBuildFreeze(b, value, "");
}

LLVMValueRef convert_load_bytes(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef type)
{
    return convert_frozen(b, load, convert_load_at(b, load, 0, type));
}

void convert_load(LLVMBuilderRef b, const layout *l, LLVMValueRef load, LLVMValueRef *carriers)
{
    LLVMTypeRef whole = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(load)), l->total);
    if (!convert_by_bytes(l)) convert_from_value(b, l, convert_load_at(b, load, 0, whole), carriers);
    for (unsigned i = 0; i < l->npieces; i++) {
        if (convert_by_bytes(l)) carriers[i] = load_piece(b, &l->pieces[i], load);
        carriers[i] = convert_frozen(b, load, carriers[i]);
    }
}

void convert_store_at(LLVMBuilderRef b, LLVMValueRef store, unsigned byte, LLVMValueRef value)
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
        convert_store_at(b, store, p->offset / 8, narrowed(b, p, carrier));
        return;
    }
    for (unsigned done = 0; done < p->used;) {
        piece chunk = chunk_at(p, done);
        convert_store_at(b, store, chunk.offset / 8, narrowed(b, &chunk, convert_part(b, carrier, done / 64, chunk.bits / 64)));
        done += chunk.bits;
    }
}

void convert_store(LLVMBuilderRef b, const layout *l, LLVMValueRef store, const LLVMValueRef *carriers)
{
    if (!convert_by_bytes(l)) {
        LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(carriers[0]));
        convert_store_at(b, store, 0, convert_to_type(b, l, carriers, LLVMIntTypeInContext(c, l->total)));
        return;
    }
    for (unsigned i = 0; i < l->npieces; i++) store_piece(b, &l->pieces[i], store, carriers[i]);
}
