// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* xml.c - the markup of an XML-style text: names, attributes, nesting by counts.
 *
 *     section    <!--...-->  <?...?>  <![CDATA[...]]>  and any other <!...>; nothing in it counts
 *     tag        from < to the first > that is not quoted; quotes are counted from the < on
 *     name       letters, digits, _ : - . and all bytes above ASCII; of an element behind <, of
 *                an attribute behind a blank, in a tag and not quoted
 *     depth      one more where an element's name begins, one less at </ and at />
 *
 * The text is read in segments of a few blocks. Each step goes over a whole segment, since a step
 * waits for its carries, and small loops wait for several blocks at a time.
 *
 * Writes six numbers: elements, their ends, attributes, the greatest depth, sections, the depth at
 * the end; then one bit a byte: here is a name. */
#define _GNU_SOURCE
#include "streams.h"

typedef struct {
    uint64_t elements, ends, attributes, deepest, sections, depth;
} totals;

typedef struct {
    stream lt, slash, blank, quote, gt, name; /* classes of characters */
    stream begin;                             /* a section may begin here */
} classes;

enum { SEGMENT = 16 };
typedef struct {
    classes of[SEGMENT];
    stream plain[SEGMENT];             /* not quoted */
    stream up[SEGMENT], down[SEGMENT]; /* of the depth */
    stream attribute[SEGMENT];
} segment;

typedef struct {
    stream lt, slash, blank, quotes; /* blocks before */
    bool odd, in_tag, in_name;       /* carries */
} carries;

/* ---- sections: rare, so they are found a byte at a time ---- */

typedef struct {
    const uint8_t *text;
    size_t n, end; /* sections are known up to here */
} sections;

/* Behind the text `mark`, from i on; n when it does not occur. */
static size_t behind(const sections *s, size_t i, const char *mark)
{
    size_t length = strlen(mark);
    const uint8_t *p = i < s->n ? memmem(s->text + i, s->n - i, mark, length) : NULL;
    return p ? (size_t)(p - s->text) + length : s->n;
}

static bool starts(const sections *s, size_t i, const char *mark)
{
    size_t length = strlen(mark);
    return s->n - i >= length && !memcmp(s->text + i, mark, length);
}

static size_t section_end(const sections *s, size_t i)
{
    if (starts(s, i, "<?")) return behind(s, i + 2, "?>");
    if (starts(s, i, "<!--")) return behind(s, i + 4, "-->");
    if (starts(s, i, "<![CDATA[")) return behind(s, i + 9, "]]>");
    return behind(s, i + 2, ">");
}

static stream bits_from_to(size_t from, size_t to) { return first(to) & ~first(from); }

/* The bytes of the block at i that sections have; `begin`: those where one may begin. */
static stream sections_of(sections *s, size_t i, stream begin, totals *sum)
{
    stream in = 0;
    if (s->end > i) in = first(s->end - i < BLOCK ? s->end - i : BLOCK);
    for (begin &= ~in; any(begin); begin &= ~in) {
        uint64_t words[WORDS];
        int w = 0;
        to_words(begin, words);
        while (!words[w]) w++;
        size_t from = 64 * (size_t)w + (size_t)__builtin_ctzll(words[w]);
        s->end = section_end(s, i + from);
        in |= bits_from_to(from, s->end - i < BLOCK ? s->end - i : BLOCK);
        sum->sections++;
    }
    return in;
}

/* ---- steps ---- */

/* The byte behind the block is the next one of the text. */
INLINE classes classes_of(const basis *x, uint8_t behind)
{
    classes c;
    stream letter = is_between(x, 'a', 'z') | is_between(x, 'A', 'Z');
    stream sign = is_byte(x, '!') | is_byte(x, '?');
    stream last = behind == '!' || behind == '?' ? (stream)1 << (BLOCK - 1) : 0;
    c.lt = is_byte(x, '<');
    c.gt = is_byte(x, '>');
    c.slash = is_byte(x, '/');
    c.quote = is_byte(x, '"');
    c.blank = is_byte(x, ' ') | is_between(x, '\t', '\n') | is_byte(x, '\r');
    c.name = letter | is_between(x, '0', ':') | is_between(x, '-', '.') | is_byte(x, '_') |
             x->bit[7];
    c.begin = c.lt & (sign >> 1 | last);
    return c;
}

static void find_classes(segment *s, const uint8_t *text, size_t n, size_t i, int blocks)
{
    uint8_t room[BLOCK];
    for (int k = 0; k < blocks; k++, i += BLOCK) {
        basis x = s2p(block_at(text, n, i, room));
        s->of[k] = classes_of(&x, i + BLOCK < n ? text[i + BLOCK] : 0);
    }
}

static void leave_sections(segment *s, sections *known, size_t i, int blocks, totals *sum)
{
    for (int k = 0; k < blocks; k++, i += BLOCK) {
        classes *c = &s->of[k];
        if (known->end <= i && !any(c->begin)) continue;
        stream keep = ~sections_of(known, i, c->begin, sum);
        c->lt &= keep, c->gt &= keep, c->slash &= keep;
        c->quote &= keep, c->blank &= keep, c->name &= keep;
    }
}

/* The parity of quotes since the last <. */
static void find_plain(segment *s, int blocks, carries *c)
{
    for (int k = 0; k < blocks; k++) {
        stream lt = s->of[k].lt, parity = prefix_xor(s->of[k].quote, &c->quotes);
        /* turned from where it is odd at a < up to where it is even at one */
        stream turned = match_star(lt & parity, ~(lt & ~parity), &c->odd);
        s->plain[k] = ~(parity ^ turned);
    }
}

static void find_tags(segment *s, int blocks, carries *c, totals *sum)
{
    for (int k = 0; k < blocks; k++) {
        const classes *x = &s->of[k];
        stream end = x->gt & s->plain[k];
        stream tag = match_star(x->lt, ~end, &c->in_tag);
        stream behind_lt = advance(x->lt, 1, &c->lt);
        stream empty = end & tag & advance(x->slash, 1, &c->slash);
        s->up[k] = behind_lt & x->name;
        s->down[k] = (behind_lt & x->slash) | empty;
        s->attribute[k] = advance(x->blank & s->plain[k] & tag, 1, &c->blank) & x->name;
    }
    sum->attributes += count_all(s->attribute, blocks);
}

static void find_names(const segment *s, int blocks, carries *c, uint8_t *names)
{
    for (int k = 0; k < blocks; k++) {
        stream class = s->of[k].name, begin = s->up[k] | s->attribute[k];
        stream name = match_star(begin, class, &c->in_name) & class;
        memcpy(names + k * (BLOCK / 8), &name, sizeof name);
    }
}

/* The greatest depth at an element of 64 bytes that begin at the depth. */
static int64_t deepest_of(uint64_t up, uint64_t down, int64_t depth, int64_t deepest)
{
    for (uint64_t m = up; m; m &= m - 1) {
        uint64_t before = m ^ (m - 1); /* up to here */
        int64_t here = depth + __builtin_popcountll(up & before) -
                       __builtin_popcountll(down & before);
        if (here > deepest) deepest = here;
    }
    return deepest;
}

/* Within 64 bytes only where it may be greater than before. */
static void find_depth(const segment *s, int blocks, totals *sum)
{
    int64_t depth = (int64_t)sum->depth, deepest = (int64_t)sum->deepest;
    for (int k = 0; k < blocks; k++) {
        uint64_t up[WORDS], down[WORDS];
        to_words(s->up[k], up);
        to_words(s->down[k], down);
        for (int w = 0; w < WORDS; w++) {
            int ups = __builtin_popcountll(up[w]), downs = __builtin_popcountll(down[w]);
            if (depth + ups > deepest) deepest = deepest_of(up[w], down[w], depth, deepest);
            depth += ups - downs;
            sum->elements += (uint64_t)ups;
            sum->ends += (uint64_t)downs;
        }
    }
    sum->depth = (uint64_t)depth;
    sum->deepest = (uint64_t)deepest;
}

size_t xml(const uint8_t *text, size_t n, uint8_t *out)
{
    totals sum = {0};
    carries c = {0};
    sections known = {text, n, 0};
    segment s;
    uint8_t *names = out + sizeof sum;
    for (size_t i = 0; i < n; i += SEGMENT * BLOCK) {
        size_t left = (n - i + BLOCK - 1) / BLOCK;
        int blocks = left < SEGMENT ? (int)left : SEGMENT;
        find_classes(&s, text, n, i, blocks);
        leave_sections(&s, &known, i, blocks, &sum);
        find_plain(&s, blocks, &c);
        find_tags(&s, blocks, &c, &sum);
        find_names(&s, blocks, &c, names + i / 8);
        find_depth(&s, blocks, &sum);
    }
    memcpy(out, &sum, sizeof sum);
    return sizeof sum + (n + 7) / 8;
}
