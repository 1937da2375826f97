// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* uses.c - which lowerings a function was made of.
 *
 * A function is tried in several ways, on copies, and most code that is made is deleted again. So
 * each copy of a lowering marks one of its instructions by metadata, which goes with the code; what
 * is left in the end is counted, and the marks are taken away.
 *
 * Called by recipe.c, which marks, and by pass.c. */
#include "uses.h"

#include <stdlib.h>
#include <string.h>

#include "lowerings/pass/base/shim.h"

#define KIND "lanesmith.lowering"

bool uses_wanted(LLVMModuleRef module)
{
    return shim_wants_uses(LLVMGetModuleContext(module));
}

const char *uses_name(arena *p, const struct lowering_entry *entry,
                      const struct lowering_target *target)
{
    return arena_printf(p, "%s %u %u %s", entry->op, entry->w, entry->bits, target->name);
}

static unsigned kind_of(LLVMContextRef c)
{
    return LLVMGetMDKindIDInContext(c, KIND, sizeof KIND - 1);
}

void uses_mark(LLVMValueRef instruction, const char *name)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(instruction));
    LLVMMetadataRef text = LLVMMDStringInContext2(c, name, strlen(name)),
                    node = LLVMMDNodeInContext2(c, &text, 1);
    LLVMSetMetadata(instruction, kind_of(c), LLVMMetadataAsValue(c, node));
}

/* ---- what is left in the end ---- */

static const char *take_mark(arena *p, LLVMValueRef instruction, unsigned kind)
{
    unsigned length;
    LLVMValueRef node = LLVMGetMetadata(instruction, kind), text;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1) return NULL;
    LLVMGetMDNodeOperands(node, &text);
    const char *name = LLVMGetMDString(text, &length), *copy = arena_strndup(p, name, length);
    LLVMSetMetadata(instruction, kind, NULL);
    return copy;
}

typedef struct names {
    const char **list;
    unsigned count, cap;
} names;

static void take_marks(arena *p, LLVMValueRef function, names *out)
{
    unsigned kind = kind_of(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *name = take_mark(p, i, kind);
            if (!name) continue;
            if (out->count == out->cap)
                out->list = mem_grow(out->list, out->cap = 2 * out->cap + 16, sizeof *out->list);
            out->list[out->count++] = name;
        }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void uses_tell(LLVMValueRef function)
{
    arena mem = {0};
    strbuf text = {0};
    names all = {0};
    take_marks(&mem, function, &all);
    if (all.count) qsort(all.list, all.count, sizeof *all.list, compare_names);
    for (unsigned i = 0, n; i < all.count; i += n) {
        for (n = 1; i + n < all.count && !strcmp(all.list[i], all.list[i + n]);) n++;
        strbuf_printf(&text, "%s%u of %s", i ? "; " : "", n, all.list[i]);
    }
    if (all.count) shim_tell_uses(function, strbuf_text(&text));
    mem_free(all.list);
    strbuf_free(&text);
    arena_free(&mem);
}
