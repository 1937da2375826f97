// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* regex.c - six regular expressions, a byte at a time: all their places are the bits of one number
 * (extended Shift-And: Navarro, Raffinot, "Flexible Pattern Matching in Strings", 2002). */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A place: the class that it takes, whether it may repeat, whether the one behind may come instead.
 */
typedef struct {
    const char *class; /* letters, and pairs around '-' with both ends; "^" first: all but these */
    char sign;         /* '+': repeats, '?': may be left out, '*': both, 0: neither */
    char first, last;  /* of an expression */
} place;

static const place places[] = {{"A-Za-z0-9._", '+', 1, 0},
                               {"@", 0, 0, 0},
                               {"A-Za-z0-9-", '+', 0, 0},
                               {".", 0, 0, 0},
                               {"a-z", '+', 0, 1}, /* an address */
                               {"0-9", 0, 1, 0},
                               {"0-9", 0, 0, 0},
                               {"0-9", 0, 0, 0},
                               {"0-9", 0, 0, 0},
                               {"-", 0, 0, 0},
                               {"0-9", 0, 0, 0},
                               {"0-9", 0, 0, 0},
                               {"-", 0, 0, 0},
                               {"0-9", 0, 0, 0},
                               {"0-9", 0, 0, 1},
                               {"h", 0, 1, 0},
                               {"t", 0, 0, 0},
                               {"t", 0, 0, 0},
                               {"p", 0, 0, 0},
                               {"s", '?', 0, 0},
                               {":", 0, 0, 0},
                               {"/", 0, 0, 0},
                               {"/", 0, 0, 0},
                               {"^ \"\n", '+', 0, 1},
                               {"0", 0, 1, 0},
                               {"x", 0, 0, 0},
                               {"0-9a-f", '+', 0, 1},
                               {"\"", 0, 1, 0},
                               {"^\"\n", '*', 0, 0},
                               {"\"", 0, 0, 1},
                               {"E", 0, 1, 0},
                               {"r", 0, 0, 0},
                               {"r", 0, 0, 0},
                               {"o", 0, 0, 0},
                               {"r", 0, 0, 0},
                               {":", 0, 0, 0},
                               {" ", 0, 0, 0},
                               {"0-9", '+', 0, 1}};
enum { PLACES = sizeof places / sizeof *places, EXPRESSIONS = 6 };

typedef struct {
    uint64_t takes[256], repeats[256]; /* places that take the byte; those that also repeat */
    uint64_t first, last, optional;
    unsigned end[EXPRESSIONS]; /* the last places */
} machine;

static int has(const char *class, unsigned c)
{
    int no = *class == '^', in = 0;
    for (const char *p = class + no; *p; p++) {
        if (p[1] == '-' && p[2]) {
            in |= c >= (unsigned char)p[0] && c <= (unsigned char)p[2];
            p += 2;
        } else {
            in |= c == (unsigned char)*p;
        }
    }
    return in ^ no;
}

static void build(machine *m)
{
    unsigned ends = 0;
    for (unsigned i = 0; i < PLACES; i++) {
        uint64_t bit = UINT64_C(1) << i;
        char sign = places[i].sign;
        for (unsigned c = 0; c < 256; c++) {
            if (!has(places[i].class, c)) continue;
            m->takes[c] |= bit;
            if (sign == '+' || sign == '*') m->repeats[c] |= bit;
        }
        if (places[i].first) m->first |= bit;
        if (places[i].last) m->last |= bit, m->end[ends++] = i;
        if (sign == '?' || sign == '*') m->optional |= bit;
    }
}

size_t regex(const uint8_t *text, size_t n, uint8_t *out)
{
    static machine m;
    uint64_t matches[EXPRESSIONS] = {0}, lines = 0, state = 0, found = 0;
    if (!m.first) build(&m);
    uint64_t before = m.optional >> 1; /* places whose next one may be left out */
    for (size_t i = 0; i < n; i++) {
        unsigned c = text[i];
        uint64_t on = state << 1 | (state & before) << 2 | m.first;
        state = (on & m.takes[c]) | (state & m.repeats[c]);
        if (state & m.last) {
            found = 1;
            for (unsigned k = 0; k < EXPRESSIONS; k++) matches[k] += state >> m.end[k] & 1;
        }
        if (c == '\n') {
            lines += found;
            found = 0;
        }
    }
    lines += found;
    memcpy(out, matches, sizeof matches);
    memcpy(out + sizeof matches, &lines, sizeof lines);
    return sizeof matches + sizeof lines;
}
