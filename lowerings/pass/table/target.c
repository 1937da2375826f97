// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* target.c - chooses a function's target and fetches its recipes.
 *
 * The choice is the most capable target of the table that has entries and whose features the
 * function's "target-cpu" and "target-features" all imply; a function without these attributes is
 * for the baseline of the module's triple. Functions of a module mostly agree, so the last choice
 * is remembered by the identity of the two attributes (LLVM keeps attributes unique). A lowering's
 * IR is parsed in the module's own context, when its recipe is first asked for, and lives until
 * targets_free. Called by pass.c (choice), layouts.c and plan.c (what exists), lower.c (recipes).
 */
#include "target.h"
#include "uses.h"

#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/base/shim.h"

#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void targets_init(targets *t, LLVMModuleRef module)
{
    memset(t, 0, sizeof *t);
    t->module = module;
    t->tells_uses = uses_wanted(module);
    t->uses = arena_new(&t->arena, lowering_target_count, target_use);
    for (unsigned i = 0; i < lowering_target_count; i++) {
        t->uses[i].table = &lowering_targets[i];
        if (!shim_same_architecture(LLVMGetTarget(module), lowering_targets[i].triple)) continue;
        if (!t->end) t->first = i;
        t->end = i + 1;
    }
}

void targets_free(targets *t)
{
    for (LLVMModuleRef m = stack_pop(&t->sources); m; m = stack_pop(&t->sources))
        LLVMDisposeModule(m);
    stack_free(&t->sources);
    map_free(&t->ways);
    arena_free(&t->arena);
    memset(t, 0, sizeof *t);
}

static LLVMAttributeRef find_attribute(LLVMValueRef function, const char *name)
{
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         name, (unsigned)strlen(name));
}

static const char *attribute_text(arena *p, LLVMAttributeRef attribute)
{
    if (!attribute) return "";
    unsigned length = 0;
    const char *text = LLVMGetStringAttributeValue(attribute, &length);
    char *copy = arena_new(p, length + 1, char);
    return memcpy(copy, text, length);
}

const char *target_attribute(arena *p, LLVMValueRef function, const char *name)
{
    return attribute_text(p, find_attribute(function, name));
}

static target_use *most_capable(targets *t, const char *cpu, const char *features)
{
    for (unsigned i = t->end; i-- > t->first;)
        if (t->uses[i].table->nentries &&
            shim_has(LLVMGetTarget(t->module), cpu, features, t->uses[i].table->features))
            return &t->uses[i];
    return NULL;
}

/* Widest register that the function's attributes let it use: LLVM splits wider vectors of ordinary
 * operations but cannot split a wide intrinsic. */
static unsigned widest_register(targets *t, LLVMValueRef function)
{
    const char *preferred = target_attribute(&t->arena, function, "prefer-vector-width");
    const char *features = target_attribute(&t->arena, function, "target-features");
    unsigned bits = *preferred ? (unsigned)strtoul(preferred, NULL, 10) : 512;
    if (strstr(features, "-evex512") && bits > 256) bits = 256;
    return bits < 128 ? 128 : bits;
}

bool targets_choose(targets *t, LLVMValueRef function, target_view *out)
{
    LLVMAttributeRef cpu = find_attribute(function, "target-cpu");
    LLVMAttributeRef features = find_attribute(function, "target-features");
    if (!t->any_chosen || cpu != t->cpu || features != t->features) {
        t->chosen = most_capable(t, attribute_text(&t->arena, cpu),
                                 attribute_text(&t->arena, features));
        t->cpu = cpu;
        t->features = features;
        t->any_chosen = true;
    }
    out->use = t->chosen;
    out->least = t->uses + t->first;
    out->all = t;
    out->max_bits = widest_register(t, function);
    return out->use != NULL;
}

static bool has_feature(const struct lowering_target *t, const char *feature)
{
    const char *const *f = t->features;
    while (*f && strcmp(*f, feature)) f++;
    return *f != NULL;
}

/* Whether lowerings of `lesser` may be used where those of t may: targets that are declared one
 * behind the other need not be a chain. */
static bool has_all_of(const struct lowering_target *t, const struct lowering_target *lesser)
{
    for (const char *const *f = lesser->features; *f; f++)
        if (!has_feature(t, *f)) return false;
    return true;
}

bool target_lesser(target_view *v)
{
    for (target_use *use = v->use; use != v->least;) {
        use--;
        if (!use->table->nentries || !has_all_of(v->use->table, use->table)) continue;
        v->use = use;
        return true;
    }
    return false;
}

unsigned target_register_bits(const target_view *v)
{
    unsigned bits = 128; /* which x86 with 64 bits always has */
    for (const unsigned *c = v->use->table->class_bits; *c; c++)
        if (*c > bits && *c <= v->max_bits) bits = *c;
    return bits;
}

/* The order of the table's entries: by operation, field width, register width. */
static int compare_entry(const struct lowering_entry *e, const char *op, unsigned w, unsigned bits)
{
    int by_name = strcmp(e->op, op);
    if (by_name) return by_name;
    if (e->w != w) return e->w < w ? -1 : 1;
    if (e->bits != bits) return e->bits < bits ? -1 : 1;
    return 0;
}

static const struct lowering_entry *find_in(const struct lowering_target *table, const char *op,
                                            unsigned w, unsigned bits)
{
    unsigned low = 0, high = table->nentries;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        const struct lowering_entry *e = &table->entries[middle];
        int order = compare_entry(e, op, w, bits);
        if (order == 0) return e;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

const struct lowering_entry *target_find(const target_view *v, const char *op, unsigned w,
                                         unsigned bits)
{
    const struct lowering_entry *e = NULL;
    for (const target_use *use = bits > v->max_bits ? NULL : v->use; use;
         use = use == v->least ? NULL : use - 1) {
        if (use != v->use && !has_all_of(v->use->table, use->table)) continue;
        e = find_in(use->table, op, w, bits);
        if (!e || e->vector_bits <= v->max_bits) return e;
    }
    return NULL;
}

/* Whose entry it is. */
static target_use *use_of(const target_view *v, const struct lowering_entry *entry)
{
    target_use *use = v->use;
    while (entry < use->table->entries || entry >= use->table->entries + use->table->nentries)
        use--;
    return use;
}

bool target_has_class(const target_view *v, unsigned w, unsigned bits)
{
    return target_find(v, "xor", w, bits) !=
           NULL; /* the cheapest of operations: where it is missing all are */
}

/* Parses IR text in a context that may, as clang's, throw the names of values away: text needs them
 * to be read. */
static LLVMBool parse_ir(LLVMContextRef c, LLVMMemoryBufferRef buffer, LLVMModuleRef *module,
                         char **message)
{
    LLVMBool discards = LLVMContextShouldDiscardValueNames(c);
    LLVMContextSetDiscardValueNames(c, 0);
    LLVMBool failed = LLVMParseIRInContext(c, buffer, module, message);
    LLVMContextSetDiscardValueNames(c, discards);
    return failed;
}

/* Parses an entry's IR in the module's context; NULL when it is none. */
static LLVMModuleRef parse_source(targets *t, const struct lowering_entry *entry)
{
    char *message = NULL;
    LLVMModuleRef source = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(entry->ir, strlen(entry->ir), entry->op, 1);
    if (parse_ir(LLVMGetModuleContext(t->module), buffer, &source, &message)) {
        fprintf(stderr, "lanesmith: the table's %s of %u bits in %u is not valid IR: %s\n",
                entry->op, entry->w, entry->bits, message);
        source = NULL;
    }
    LLVMDisposeMessage(message);
    if (source) stack_push(&t->sources, source);
    return source;
}

const recipe *target_recipe(targets *t, const target_view *v, const struct lowering_entry *entry)
{
    target_use *use = use_of(v, entry);
    size_t number = (size_t)(entry - use->table->entries);
    if (!use->recipes) use->recipes = arena_new(&t->arena, use->table->nentries, const recipe *);
    if (!use->broken) use->broken = arena_new(&t->arena, use->table->nentries, bool);
    if (use->recipes[number] || use->broken[number]) return use->recipes[number];
    LLVMModuleRef source = parse_source(t, entry);
    const char *mark =
        t->tells_uses && entry->w ? uses_name(&t->arena, entry, use->table) : NULL;
    if (source) use->recipes[number] = recipe_load(&t->arena, source, t->module, entry, mark);
    use->broken[number] = !use->recipes[number];
    return use->recipes[number];
}

void target_require_registers(LLVMValueRef function, unsigned bits)
{
    static const char name[] = "min-legal-vector-width";
    enum { WIDE = 512 };
    unsigned length = 0;
    LLVMAttributeRef now = find_attribute(function, name);
    const char *text = now ? LLVMGetStringAttributeValue(now, &length) : "";
    if (bits < WIDE || !now || (length == 3 && memcmp(text, "512", length) == 0)) return;
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(function));
    LLVMAttributeRef wide = LLVMCreateStringAttribute(c, name, sizeof name - 1, "512", 3);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, wide);
}

/* ---- capabilities ---- */

static const struct lowering_entry *find_capability(const target_view *v, capability a,
                                                     unsigned bytes)
{
    return target_find(v, capability_name(a), 0, 8 * bytes);
}

/* What LLVM does by itself it also does in parts of a register. */
static bool has_without_code(const struct lowering_target *table, capability a, unsigned bytes)
{
    const struct lowering_entry *e = find_in(table, capability_name(a), 0, 8 * bytes);
    return e && !e->ir;
}

const machine *target_machine(const target_view *v)
{
    target_use *use = v->use;
    if (use->machine_bits == v->max_bits) return &use->machine;
    use->machine = (machine){.register_bytes = target_register_bits(v) / 8,
                             .stock = use->table->stock};
    use->machine_bits = v->max_bits;
    for (unsigned a = 0; a < CAPABILITIES; a++)
        for (unsigned bytes = 4; bytes <= 64; bytes *= 2)
            if (find_capability(v, (capability)a, bytes) ||
                has_without_code(use->table, (capability)a, bytes))
                machine_add(&use->machine, (capability)a, bytes);
    return &use->machine;
}

bool target_can(const target_view *v, capability a, unsigned bytes)
{
    return machine_can(target_machine(v), a, bytes);
}

static unsigned bytes_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
               ? LLVMGetIntTypeWidth(type) / 8
               : LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(LLVMGetElementType(type)) / 8;
}

/* A cast that was made on the way and that nobody uses. */
static void drop_cast(LLVMValueRef cast, LLVMValueRef of)
{
    if (cast != of && LLVMIsABitCastInst(cast) && !LLVMGetFirstUse(cast))
        LLVMInstructionEraseFromParent(cast);
}

bool target_is_call(const target_view *v, LLVMValueRef call, capability a, LLVMValueRef *args)
{
    const struct lowering_entry *e = find_capability(v, a, bytes_of(LLVMTypeOf(call)));
    const recipe *r = e && e->ir ? target_recipe(v->all, v, e) : NULL;
    return r && recipe_is_call(r, call, args);
}

LLVMValueRef target_apply(const target_view *v, LLVMBuilderRef b, capability a,
                          const LLVMValueRef *args, LLVMTypeRef result)
{
    LLVMValueRef carrier[3];
    const struct lowering_entry *e = find_capability(v, a, bytes_of(LLVMTypeOf(args[0])));
    const recipe *r = e && e->ir ? target_recipe(v->all, v, e) : NULL;
    if (!r) return NULL;
    LLVMTypeRef type = fields_carrier(LLVMGetTypeContext(result), e->bits);
    for (unsigned i = 0; i < e->arity; i++) carrier[i] = LLVMBuildBitCast(b, args[i], type, "");
    LLVMValueRef made = recipe_apply(r, b, carrier), cast = recipe_cast(b, made, result);
    drop_cast(made, cast);
    for (unsigned i = 0; i < e->arity; i++) drop_cast(carrier[i], args[i]);
    return cast;
}
