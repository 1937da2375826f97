// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* xml.c - the markup of an XML-style text: names, attributes, nesting by counts.
 *
 *     section    <!--...-->  <?...?>  <![CDATA[...]]>  and any other <!...>; nothing in it counts
 *     tag        from < to the first > that is not quoted; quotes are counted from the < on
 *     name       letters, digits, _ : - . and all bytes above ASCII; of an element behind <, of
 *                an attribute behind a blank, in a tag and not quoted
 *     depth      one more where an element's name begins, one less at </ and at />
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
} classes;

typedef struct {
    stream lt, slash, blank;           /* blocks before */
    bool quotes, odd, in_tag, in_name; /* carries */
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

/* ---- tags ---- */

static inline classes classes_of(const basis *x)
{
    classes c;
    stream letter = is_between(x, 'a', 'z') | is_between(x, 'A', 'Z');
    c.lt = is_byte(x, '<');
    c.gt = is_byte(x, '>');
    c.slash = is_byte(x, '/');
    c.quote = is_byte(x, '"');
    c.blank = is_byte(x, ' ') | is_between(x, '\t', '\n') | is_byte(x, '\r');
    c.name = letter | is_between(x, '0', ':') | is_between(x, '-', '.') | is_byte(x, '_') |
             x->bit[7];
    return c;
}

/* The parity of quotes since the last <. */
static inline stream quoted_of(const classes *x, carries *c)
{
    stream parity = prefix_xor(x->quote, &c->quotes);
    /* turned from where it is odd at a < up to where it is even at one */
    stream odd = x->lt & parity, even = x->lt & ~parity;
    stream turned = match_star(odd, ~even, &c->odd);
    return parity ^ turned;
}

/* The depth after each word of 64 bytes; within it only where it may be the deepest. */
static void count_depth(stream up, stream down, totals *sum)
{
    uint64_t more[WORDS], less[WORDS];
    to_words(up, more);
    to_words(down, less);
    for (int w = 0; w < WORDS; w++) {
        uint64_t ups = (uint64_t)__builtin_popcountll(more[w]);
        uint64_t downs = (uint64_t)__builtin_popcountll(less[w]);
        if ((int64_t)(sum->depth + ups) > (int64_t)sum->deepest) {
            for (uint64_t m = more[w]; m; m &= m - 1) {
                uint64_t below = m & -m;
                below |= below - 1;
                uint64_t here = sum->depth + (uint64_t)__builtin_popcountll(more[w] & below) -
                                (uint64_t)__builtin_popcountll(less[w] & below);
                if ((int64_t)here > (int64_t)sum->deepest) sum->deepest = here;
            }
        }
        sum->depth += ups - downs;
    }
}

static inline stream scan_tags(const classes *x, carries *c, totals *sum)
{
    stream plain = ~quoted_of(x, c);
    stream end = x->gt & plain;
    stream tag = match_star(x->lt, ~end, &c->in_tag);
    stream behind_lt = advance(x->lt, 1, &c->lt);
    stream behind_slash = advance(x->slash, 1, &c->slash);
    stream element = behind_lt & x->name;
    stream down = (behind_lt & x->slash) | (end & tag & behind_slash);
    stream attribute = advance(x->blank & plain & tag, 1, &c->blank) & x->name;
    sum->elements += count(element);
    sum->ends += count(down);
    sum->attributes += count(attribute);
    count_depth(element, down, sum);
    return match_star(element | attribute, x->name, &c->in_name) & x->name;
}

size_t xml(const uint8_t *text, size_t n, uint8_t *out)
{
    totals sum = {0};
    carries c = {0};
    sections s = {text, n, 0};
    uint8_t room[BLOCK], *names = out + sizeof sum;
    for (size_t i = 0; i < n; i += BLOCK) {
        basis x = s2p(block_at(text, n, i, room));
        classes of = classes_of(&x);
        /* a section begins at < when ! or ? follows, which may stand in the next block */
        stream next = is_byte(&x, '!') | is_byte(&x, '?');
        uint8_t after = i + BLOCK < n ? text[i + BLOCK] : 0;
        stream begin = of.lt & (next >> 1 | (stream)(after == '!' || after == '?') << (BLOCK - 1));
        if (s.end > i || any(begin)) {
            stream keep = ~sections_of(&s, i, begin, &sum);
            of.lt &= keep, of.gt &= keep, of.slash &= keep;
            of.quote &= keep, of.blank &= keep, of.name &= keep;
        }
        stream name = scan_tags(&of, &c, &sum);
        memcpy(names + i / 8, &name, sizeof name);
    }
    memcpy(out, &sum, sizeof sum);
    return sizeof sum + (n + 7) / 8;
}
