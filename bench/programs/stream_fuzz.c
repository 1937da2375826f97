// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stream_fuzz.c - hostile texts for the applications on streams.
 *
 * A text is made of pieces that mean something to the application: single ones in any order; runs
 * of one piece over several blocks, which make carries run through; and a few random bytes. Its
 * length is anything from 0 on, often about whole blocks, and it is cut wherever that is: within a
 * character, a quote, a tag. Called by stream_run.c. */
#include <string.h>

#include "spec/base/random.h"
#include "stream.h"

/* All that UTF-8 forbids is among these: lone and missing continuation bytes, overlong forms,
 * surrogates, what is above U+10FFFF, and bytes that never occur. */
static const char *const utf8_pieces[] = {
    "a", "z ", "\x7f", "\xc3\xa4", "\xdf\xbf", "\xc2\x80", "\xe0\xa0\x80", "\xe4\xb8\xad",
    "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf0\x9f\x98\x80",
    "\xf4\x8f\xbf\xbf", "\xf0\xa0\x80\x80", "\xf1\x80\x80\x80", "\xf1\x95\x95\x95",
    "\xf1\xbf\xbf\xbf", "\xf2\x8a\xaa\xaa", "\xf3\xaf\xbe\xad", "\xf4\x80\x80\x80", "\xc3",
    "\xe4\xb8", "\xe4", "\xf0\x9f\x98", "\xf0\x9f", "\xf0", "\x80", "\xbf", "\xc0\x80",
    "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
    "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
    "\xf7\xbf\xbf\xbf", "\xf8\x88\x80\x80\x80", "\xfe", "\xff"};
enum { GOOD_PIECES = 21 }; /* of them: the first are valid */

static const char *const xml_pieces[] = {
    "<a>", "</a>", "<br/>", "<a b=\"c\">", "<a b=\"", "\"", "'", ">", "<", "/", "/>", "</", " ",
    "\n", "=", "x", "name", "\xc3\xa4", "<!--", "-->", "-", "--", "<?", "?>", "?", "<![CDATA[",
    "]]>", "]", "<!DOCTYPE a>", "<!", "!", "<a b=\"1\" c=\"2>\" d:e=\"/\"/>", "<a  b = \"c\" >"};

static const char *const regex_pieces[] = {
    "a", "Z", "9", "_", ".", "-", "@", "a@b.c", "user.name@some-host.org", "\n", " ", "\"",
    "\"x\"", "2014-08-01", "2014", "http", "https", "http://", "https://a.b/c?d", ":", "/", "0x",
    "0xff", "0", "x", "f", "Error: ", "Error", "E", "\xc3\xa4", "\r", "ab", "abab", "b"};

static const char *const csv_pieces[] = {
    "a", "1", ",", "\n", "\"", "\"\"", "\"a\"", "\r", "\r\n", "\"a,b\"", "\",", ",\"", "\n\""};

typedef struct pieces {
    const char *app;
    const char *const *list;
    unsigned count;
} pieces;
#define PIECES(app, list)                                                                          \
    {                                                                                              \
        app, list, sizeof(list) / sizeof *(list)                                                   \
    }
static const pieces all_pieces[] = {PIECES("utf8", utf8_pieces), PIECES("utf16", utf8_pieces),
                                    PIECES("xml", xml_pieces), PIECES("regex", regex_pieces),
                                    PIECES("csv", csv_pieces)};

typedef struct text {
    uint8_t *to;
    size_t size, limit;
    uint64_t state;
} text;

static unsigned draw(text *t, unsigned below)
{
    return (unsigned)((random_next(&t->state) >> 32) * below >> 32);
}

static void put(text *t, const char *s)
{
    while (*s && t->size < t->limit) t->to[t->size++] = (uint8_t)*s++;
}

static const pieces *pieces_of(const stream_app *of)
{
    const pieces *p = all_pieces;
    while (strcmp(p->app, of->name)) p++;
    return p;
}

/* Applications take 16 blocks of 512 bytes together: some texts end near there. */
static size_t draw_size(text *t)
{
    enum { SHORT = 4096, TOGETHER = 8192 };
    switch (draw(t, 9)) {
    case 0:
    case 1: return draw(t, 80);
    case 2:
    case 3: return 128 * draw(t, 24) + draw(t, 5); /* whole blocks, and a little more */
    case 4:
    case 5: return 128 * (1 + draw(t, 24)) - 1 - draw(t, 4);
    case 6: return TOGETHER * (1 + draw(t, 2)) - 4 + draw(t, 9);
    case 7: return draw(t, STREAM_FUZZ_SIZE);
    default: return draw(t, SHORT);
    }
}

/* Pieces up to the limit, of the first `count`; at `odd` one of all stands between them. */
static void put_pieces(text *t, const pieces *p, unsigned count, size_t odd)
{
    unsigned runs = draw(t, 100);
    bool done = false;
    while (t->size < t->limit) {
        const char *piece = p->list[draw(t, count)];
        unsigned times = draw(t, 100) < runs / 8 ? draw(t, 1200) : 1;
        if (!done && t->size >= odd) {
            put(t, p->list[draw(t, p->count)]);
            done = true;
        }
        while (times-- > 0) put(t, piece);
    }
}

size_t stream_fuzz_make(const stream_app *of, unsigned i, uint64_t seed, uint8_t *to)
{
    const pieces *p = pieces_of(of);
    text t = {.to = to, .state = seed * UINT64_C(1000003) + i};
    t.limit = draw_size(&t);
    /* of UTF-8 most texts have nothing wrong but where they are cut, and the odd piece */
    unsigned count = p->list == utf8_pieces && i % 8 ? GOOD_PIECES : p->count;
    size_t odd = i % 2 ? draw(&t, (unsigned)t.limit + 1) : STREAM_FUZZ_SIZE;
    put_pieces(&t, p, 1 + draw(&t, count), odd);
    if (i % 8 == 0 && t.size)
        for (unsigned k = draw(&t, 4); k-- > 0;)
            to[draw(&t, (unsigned)t.size)] = (uint8_t)draw(&t, 256);
    return t.size;
}
