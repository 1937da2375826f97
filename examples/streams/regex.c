// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* regex.c - regular expressions as programs on streams.
 *
 * A marker stands where a match may go on: at first everywhere. A class of characters moves those
 * markers on by one that stand on it (Advance), a star lets them run through (MatchStar). In the
 * end a marker stands behind each match, whatever its beginning. `expressions` below has one
 * function an expression.
 *
 * Writes seven numbers: for each expression how many ends of matches there are, and how many lines
 * have one of any. */
#include "streams.h"

enum { EXPRESSIONS = 6, ADVANCES = 48, STARS = 8 };

/* What is carried from block to block, in the order in which it is used. */
typedef struct {
    stream before[ADVANCES];
    bool star[STARS];
} carries;
typedef struct {
    stream *before;
    bool *star;
} cursor;

static inline stream next(stream at, stream class, cursor *c)
{
    return advance(at & class, 1, c->before++);
}

static inline stream star(stream at, stream class, cursor *c)
{
    return match_star(at, class, c->star++);
}

static inline stream plus(stream at, stream class, cursor *c)
{
    at = next(at, class, c);
    return star(at, class, c);
}

static inline stream literal(stream at, const basis *x, const char *letters, int n, cursor *c)
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
static inline stream address(stream at, const basis *x, const classes *k, cursor *c)
{
    stream word = k->letter | k->digit;
    at = next(at, word | is_byte(x, '.') | is_byte(x, '_'), c);
    at = next(at, is_byte(x, '@'), c);
    at = plus(at, word | is_byte(x, '-'), c);
    at = next(at, is_byte(x, '.'), c);
    return plus(at, k->small, c);
}

/* [0-9]{4}-[0-9]{2}-[0-9]{2} */
static inline stream date(stream at, const basis *x, const classes *k, cursor *c)
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
static inline stream link(stream at, const basis *x, const classes *k, cursor *c)
{
    at = LITERAL(at, x, "http", c);
    at |= next(at, is_byte(x, 's'), c);
    at = LITERAL(at, x, "://", c);
    return plus(at, ~(is_byte(x, ' ') | k->quote | k->newline), c);
}

/* 0x[0-9a-f]+ */
static inline stream number(stream at, const basis *x, const classes *k, cursor *c)
{
    at = LITERAL(at, x, "0x", c);
    return plus(at, k->digit | is_between(x, 'a', 'f'), c);
}

/* "[^"\n]*" */
static inline stream quoted(stream at, const basis *x, const classes *k, cursor *c)
{
    (void)x;
    at = next(at, k->quote, c);
    at = star(at, ~(k->quote | k->newline), c);
    return next(at, k->quote, c);
}

/* Error: [0-9]+ */
static inline stream error(stream at, const basis *x, const classes *k, cursor *c)
{
    at = LITERAL(at, x, "Error: ", c);
    return plus(at, k->digit, c);
}

typedef stream expression(stream at, const basis *x, const classes *k, cursor *c);
static expression *const expressions[EXPRESSIONS] = {address, date, link, number, quoted, error};

/* ---- the text ---- */

typedef struct {
    uint64_t matches[EXPRESSIONS], lines;
} totals;

/* Markers up to `end`, which is behind the text, and the text's last line ends there at the latest.
 */
static inline void scan(const basis *x, stream valid, stream end, carries *all, totals *sum)
{
    cursor c = {all->before, all->star};
    stream found = 0;
    classes k = {.digit = is_between(x, '0', '9'), .small = is_between(x, 'a', 'z')};
    k.letter = k.small | is_between(x, 'A', 'Z');
    k.newline = is_byte(x, '\n');
    k.quote = is_byte(x, '"');
#pragma clang loop unroll(full)
    for (int i = 0; i < EXPRESSIONS; i++) {
        stream at = expressions[i](~(stream)0, x, &k, &c) & valid;
        sum->matches[i] += count(at);
        found |= at;
    }
    stream line = k.newline | end;
    sum->lines += count(star(found, ~line, &c) & line);
}

size_t regex(const uint8_t *text, size_t n, uint8_t *out)
{
    totals sum = {0};
    carries c = {0};
    uint8_t room[BLOCK];
    size_t i = 0;
    for (; n - i >= BLOCK; i += BLOCK) {
        basis x = s2p(text + i);
        scan(&x, ~(stream)0, 0, &c, &sum);
    }
    basis x = s2p(block_at(text, n, i, room));
    stream end = (stream)1 << (n - i);
    scan(&x, end | (end - 1), end, &c, &sum);
    memcpy(out, &sum, sizeof sum);
    return sizeof sum;
}
