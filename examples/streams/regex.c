// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* regex.c - regular expressions as programs on streams.
 *
 * A marker stands where a match may go on: at first everywhere. A class of characters moves those
 * markers on by one that stand on it (Advance), a star lets them run through (MatchStar). In the
 * end a marker stands behind each match, whatever its beginning. Each expression below is
 * a function. The text is read in segments of a few blocks, and each expression goes over a whole
 * segment, so that what it carries stays in registers.
 *
 * Writes seven numbers: for each expression how many ends of matches there are, and how many lines
 * have one of any. */
#include "streams.h"

enum { EXPRESSIONS = 6, ADVANCES = 10, STARS = 2, SEGMENT = 16 };

/* What an expression carries from block to block, in the order in which it is used. */
typedef struct {
    stream before[ADVANCES];
    bool star[STARS];
} carries;
typedef struct {
    stream *before;
    bool *star;
} cursor;

INLINE stream next(stream at, stream class, cursor *c)
{
    return advance(at & class, 1, c->before++);
}

INLINE stream star(stream at, stream class, cursor *c) { return match_star(at, class, c->star++); }

INLINE stream plus(stream at, stream class, cursor *c)
{
    at = next(at, class, c);
    return star(at, class, c);
}

INLINE stream literal(stream at, const basis *x, const char *letters, int n, cursor *c)
{
#pragma clang loop unroll(full)
    for (int i = 0; i < n; i++) at = next(at, is_byte(x, (uint8_t)letters[i]), c);
    return at;
}
#define LITERAL(at, x, s, c) literal(at, x, s, sizeof(s) - 1, c)

/* ---- the expressions ---- */

typedef struct {
    stream digit, small, letter, newline, quote;
} classes;

/* [A-Za-z0-9._]+@[A-Za-z0-9-]+\.[a-z]+ */
INLINE stream address(stream at, const basis *x, const classes *k, cursor *c)
{
    stream word = k->letter | k->digit;
    at = next(at, word | is_byte(x, '.') | is_byte(x, '_'), c);
    at = next(at, is_byte(x, '@'), c);
    at = plus(at, word | is_byte(x, '-'), c);
    at = next(at, is_byte(x, '.'), c);
    return plus(at, k->small, c);
}

/* [0-9]{4}-[0-9]{2}-[0-9]{2} */
INLINE stream date(stream at, const basis *x, const classes *k, cursor *c)
{
    stream dash = is_byte(x, '-');
    for (int i = 0; i < 4; i++) at = next(at, k->digit, c);
    at = next(at, dash, c);
    for (int i = 0; i < 2; i++) at = next(at, k->digit, c);
    at = next(at, dash, c);
    for (int i = 0; i < 2; i++) at = next(at, k->digit, c);
    return at;
}

/* https?://[^ "\n]+ */
INLINE stream link(stream at, const basis *x, const classes *k, cursor *c)
{
    at = LITERAL(at, x, "http", c);
    at |= next(at, is_byte(x, 's'), c);
    at = LITERAL(at, x, "://", c);
    return plus(at, ~(is_byte(x, ' ') | k->quote | k->newline), c);
}

/* 0x[0-9a-f]+ */
INLINE stream number(stream at, const basis *x, const classes *k, cursor *c)
{
    at = LITERAL(at, x, "0x", c);
    return plus(at, k->digit | is_between(x, 'a', 'f'), c);
}

/* "[^"\n]*" */
INLINE stream quoted(stream at, const basis *x, const classes *k, cursor *c)
{
    (void)x;
    at = next(at, k->quote, c);
    at = star(at, ~(k->quote | k->newline), c);
    return next(at, k->quote, c);
}

/* Error: [0-9]+ */
INLINE stream error(stream at, const basis *x, const classes *k, cursor *c)
{
    at = LITERAL(at, x, "Error: ", c);
    return plus(at, k->digit, c);
}

/* Where the matches of expression i end. */
INLINE stream match(int i, stream at, const basis *x, const classes *k, cursor *c)
{
    switch (i) {
    case 0: return address(at, x, k, c);
    case 1: return date(at, x, k, c);
    case 2: return link(at, x, k, c);
    case 3: return number(at, x, k, c);
    case 4: return quoted(at, x, k, c);
    default: return error(at, x, k, c);
    }
}

/* ---- the text ---- */

typedef struct {
    uint64_t matches[EXPRESSIONS], lines;
} totals;

typedef struct {
    basis x[SEGMENT];
    classes k[SEGMENT];
    stream valid[SEGMENT], end[SEGMENT]; /* up to behind the text; there */
    stream found[SEGMENT];               /* ends of matches */
} segment;

static void read_segment(segment *s, const uint8_t *text, size_t n, size_t i, int blocks)
{
    uint8_t room[BLOCK];
    for (int b = 0; b < blocks; b++, i += BLOCK) {
        basis x = s2p(block_at(text, n, i, room));
        classes k = {.digit = is_between(&x, '0', '9'), .small = is_between(&x, 'a', 'z')};
        k.letter = k.small | is_between(&x, 'A', 'Z');
        k.newline = is_byte(&x, '\n');
        k.quote = is_byte(&x, '"');
        bool last = n - i < BLOCK;
        s->x[b] = x;
        s->k[b] = k;
        s->end[b] = last ? (stream)1 << (n - i) : 0;
        s->valid[b] = last ? s->end[b] | (s->end[b] - 1) : ~(stream)0;
        s->found[b] = 0;
    }
}

INLINE void find_matches(int i, segment *s, int blocks, carries *all, totals *sum)
{
    carries c = *all;
    stream ends[SEGMENT];
    for (int b = 0; b < blocks; b++) {
        cursor at = {c.before, c.star};
        ends[b] = match(i, ~(stream)0, &s->x[b], &s->k[b], &at) & s->valid[b];
        s->found[b] |= ends[b];
    }
    *all = c;
    sum->matches[i] += count_all(ends, blocks);
}

/* A line ends at a newline, the last one at the end of the text. */
static void count_lines(const segment *s, int blocks, bool *carry, totals *sum)
{
    stream lines[SEGMENT];
    for (int b = 0; b < blocks; b++) {
        stream line = s->k[b].newline | s->end[b];
        lines[b] = match_star(s->found[b], ~line, carry) & line;
    }
    sum->lines += count_all(lines, blocks);
}

size_t regex(const uint8_t *text, size_t n, uint8_t *out)
{
    totals sum = {0};
    carries c[EXPRESSIONS] = {0};
    bool in_line = false;
    segment s;
    for (size_t i = 0; i <= n; i += SEGMENT * BLOCK) {
        size_t left = (n - i) / BLOCK + 1; /* a match may end behind the last byte */
        int blocks = left < SEGMENT ? (int)left : SEGMENT;
        read_segment(&s, text, n, i, blocks);
#pragma clang loop unroll(full)
        for (int k = 0; k < EXPRESSIONS; k++) find_matches(k, &s, blocks, &c[k], &sum);
        count_lines(&s, blocks, &in_line, &sum);
    }
    memcpy(out, &sum, sizeof sum);
    return sizeof sum;
}
