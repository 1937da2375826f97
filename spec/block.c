// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* block.c - see block.h. */
#include "block.h"

static const char *const no_features[] = {NULL};

static bool is_join(const instr *in) { return in->nsrc == 2; }

static instr *add(spec *s, const char *name, const regclass *result)
{
    instr *in = &s->block_instrs[s->nblock_instrs];
    *in = (instr){.name = name,
                  .family = name,
                  .result = result,
                  .kind = INSTR_BLOCK,
                  .requires_ = no_features,
                  .lane_type = result->llvm,
                  .result_type = result->llvm,
                  .index = spec_all_instrs(s)};
    s->nblock_instrs++;
    return in;
}

static void add_part(spec *s, const regclass *block)
{
    instr *in = add(s, arena_printf(&s->mem, "part%u", block->parts), block->of);
    in->nsrc = 1;
    in->src_name[0] = "a";
    in->src[0] = block;
    in->has_imm = true;
    in->imm_name = "k";
    in->imm_high = block->parts - 1;
    in->c = "($a).r[$k]";
    hash_text(arena_printf(&s->mem, "part %u %u", block->parts, block->of->bits), in->hash);
}

static void add_join(spec *s, const regclass *block, const regclass *half)
{
    instr *in = add(s, "join", block);
    in->nsrc = 2;
    for (unsigned i = 0; i < 2; i++) {
        in->src_name[i] = i ? "b" : "a";
        in->src[i] = half;
    }
    in->c = arena_printf(&s->mem, "lanesmith_join_%s($a, $b)", block->name);
    hash_text(arena_printf(&s->mem, "join %u %u", block->parts, block->of->bits), in->hash);
}

static const regclass *half_of(const spec *s, const regclass *block)
{
    if (block->parts == 2) return block->of;
    unsigned i = 0;
    while (s->blocks[i].of != block->of || s->blocks[i].parts * 2 != block->parts) i++;
    return &s->blocks[i];
}

void blocks_make_instrs(spec *s)
{
    s->block_instrs = arena_new(&s->mem, 2 * s->nblocks + 1, instr);
    for (unsigned i = 0; i < s->nblocks; i++) {
        const regclass *block = &s->blocks[i];
        add_part(s, block);
        add_join(s, block, half_of(s, block));
    }
}

static const instr *find(const spec *s, const regclass *block, bool join)
{
    for (unsigned i = 0; i < s->nblock_instrs; i++) {
        const instr *in = &s->block_instrs[i];
        if (is_join(in) == join && (join ? in->result : in->src[0]) == block) return in;
    }
    return NULL;
}

const instr *block_part(const spec *s, const regclass *block) { return find(s, block, false); }
const instr *block_join(const spec *s, const regclass *block) { return find(s, block, true); }

term block_apply(const instr *in, term_ctx *c, const term *src, int64_t imm)
{
    unsigned bits = in->result->bits, low = (unsigned)imm * bits;
    if (is_join(in)) return term_mk_concat_n(c, src, 2);
    return term_mk_extract(c, low + bits - 1, low, src[0]);
}

/* The words of 64 bits from the one numbered first on. */
const char *block_line(const instr *in, int64_t imm, arena *mem)
{
    unsigned words = in->result->bits / 64, first = (unsigned)imm * words;
    strbuf line = {0};
    strbuf_printf(&line, "shufflevector %s $a, %s %s, <%u x i32> <", in->src[0]->llvm,
                  in->src[0]->llvm, is_join(in) ? "$b" : "poison", words);
    for (unsigned i = 0; i < words; i++)
        strbuf_printf(&line, "%si32 %u", i ? ", " : "", first + i);
    strbuf_puts(&line, ">");
    const char *out = arena_strdup(mem, strbuf_text(&line));
    strbuf_free(&line);
    return out;
}
