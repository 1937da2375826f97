// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* xml.c - the markup of an XML-style text, by hand: text and values are passed over with memchr,
 * and what stands between is looked at a byte at a time. examples/streams/xml.c says what counts.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t elements, ends, attributes, deepest, sections, depth;
} totals;

typedef struct {
    const uint8_t *text;
    size_t n;
    uint8_t *names; /* a bit a byte */
    totals sum;
} scan;

enum { NAME = 1, BLANK = 2 };
static uint8_t class[256];

static void make_classes(void)
{
    for (unsigned c = 0; c < 256; c++) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool digit = c >= '0' && c <= '9';
        bool sign = c == '_' || c == ':' || c == '-' || c == '.';
        class[c] = letter || digit || sign || c >= 128 ? NAME : 0;
    }
    class[' '] = class['\t'] = class['\n'] = class['\r'] = BLANK;
}

static size_t find(const scan *s, size_t i, const char *mark, size_t length)
{
    const uint8_t *p = i < s->n ? memmem(s->text + i, s->n - i, mark, length) : NULL;
    return p ? (size_t)(p - s->text) + length : s->n;
}

/* The section at i, which begins with <! or <?: its end. */
static size_t skip_section(scan *s, size_t i)
{
    size_t left = s->n - i;
    const uint8_t *p = s->text + i;
    s->sum.sections++;
    if (p[1] == '?') return find(s, i + 2, "?>", 2);
    if (left >= 4 && !memcmp(p, "<!--", 4)) return find(s, i + 4, "-->", 3);
    if (left >= 9 && !memcmp(p, "<![CDATA[", 9)) return find(s, i + 9, "]]>", 3);
    return find(s, i + 2, ">", 1);
}

static bool at_section(const scan *s, size_t i)
{
    return i + 1 < s->n && s->text[i] == '<' && (s->text[i + 1] == '!' || s->text[i + 1] == '?');
}

static void mark_names(const scan *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) s->names[i / 8] |= (uint8_t)(1 << i % 8);
}

/* Behind the name at i. */
static size_t take_name(scan *s, size_t i)
{
    size_t from = i;
    while (i < s->n && class[s->text[i]] & NAME) i++;
    mark_names(s, from, i);
    return i;
}

static void rise(totals *sum)
{
    sum->depth++;
    if ((int64_t)sum->depth > (int64_t)sum->deepest) sum->deepest = sum->depth;
}

static void fall(totals *sum)
{
    sum->ends++;
    sum->depth--;
}

/* The tag whose < stands before i, up to behind its end, or to the next <. */
static size_t scan_tag(scan *s, size_t i)
{
    const uint8_t *t = s->text;
    if (i < s->n && class[t[i]] & NAME) {
        s->sum.elements++;
        rise(&s->sum);
        i = take_name(s, i);
    } else if (i < s->n && t[i] == '/') {
        fall(&s->sum);
    }
    for (bool quoted = false; i < s->n;) {
        if (t[i] == '<') {
            if (!at_section(s, i)) return i;
            i = skip_section(s, i);
        } else if (quoted || t[i] == '"') {
            quoted ^= t[i++] == '"';
        } else if (t[i] == '>') {
            if (t[i - 1] == '/') fall(&s->sum);
            return i + 1;
        } else if (class[t[i]] & BLANK && i + 1 < s->n && class[t[i + 1]] & NAME) {
            s->sum.attributes++;
            i = take_name(s, i + 1);
        } else {
            i++;
        }
    }
    return i;
}

size_t xml(const uint8_t *text, size_t n, uint8_t *out)
{
    scan s = {text, n, out + sizeof(totals), {0}};
    if (!class[' ']) make_classes();
    memset(s.names, 0, (n + 7) / 8);
    for (size_t i = 0; i < n;) {
        const uint8_t *p = memchr(text + i, '<', n - i);
        if (!p) break;
        i = (size_t)(p - text);
        i = at_section(&s, i) ? skip_section(&s, i) : scan_tag(&s, i + 1);
    }
    memcpy(out, &s.sum, sizeof s.sum);
    return sizeof s.sum + (n + 7) / 8;
}
