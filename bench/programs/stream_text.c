// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stream_text.c - documents for the applications on streams.
 *
 * Text of characters of 1 to 4 bytes; XML of the kinds in table 6.4 of Lin's thesis, by share of
 * markup and attributes a markup item; lines for regular expressions; CSV; and files that packages
 * bring. All generated ones depend on their seed alone. Called by stream_run.c. */
#include <string.h>

#include "spec/base/random.h"
#include "stream.h"

typedef struct writer {
    strbuf to;
    uint64_t state;
} writer;

static unsigned draw(writer *w, unsigned below)
{
    return (unsigned)((random_next(&w->state) >> 32) * below >> 32);
}

static void put(writer *w, const char *s) { strbuf_puts(&w->to, s); }

static const char *one_of(writer *w, const char *const *list, unsigned count)
{
    return list[draw(w, count)];
}
#define ONE_OF(w, list) one_of(w, list, sizeof(list) / sizeof *(list))

/* ---- words ---- */

static void put_character(writer *w, unsigned code)
{
    char c[5] = {0};
    if (code < 0x80) {
        c[0] = (char)code;
    } else if (code < 0x800) {
        c[0] = (char)(0xc0 | code >> 6);
        c[1] = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        c[0] = (char)(0xe0 | code >> 12);
        c[1] = (char)(0x80 | (code >> 6 & 63));
        c[2] = (char)(0x80 | (code & 63));
    } else {
        c[0] = (char)(0xf0 | code >> 18);
        c[1] = (char)(0x80 | (code >> 12 & 63));
        c[2] = (char)(0x80 | (code >> 6 & 63));
        c[3] = (char)(0x80 | (code & 63));
    }
    put(w, c);
}

/* A word of 1 to 10 characters that have so many bytes each. */
static void put_word(writer *w, unsigned bytes)
{
    static const unsigned base[] = {'a', 0x3b1, 0x4e00, 0x1f300}, range[] = {26, 24, 0x5000, 0x300};
    for (unsigned n = 1 + draw(w, 10); n-- > 0;)
        put_character(w, base[bytes - 1] + draw(w, range[bytes - 1]));
}

/* Words of one length of characters; 0: of all. */
static void put_text(writer *w, size_t size, unsigned bytes)
{
    while (w->to.len < size) {
        put_word(w, bytes ? bytes : 1 + draw(w, 4));
        put(w, draw(w, 12) ? " " : ".\n");
    }
}

/* German: one character in twenty has two bytes. */
static void put_german(writer *w)
{
    for (unsigned n = 2 + draw(w, 9); n-- > 0;)
        put_character(w, draw(w, 20) ? 'a' + draw(w, 26) : 0xe4);
}

/* ---- XML ---- */

typedef struct xml_kind {
    const char *name;
    unsigned density;    /* percent of the bytes that are markup */
    unsigned attributes; /* in a hundred markup items */
    unsigned value;      /* bytes of an attribute's value */
    unsigned bytes;      /* of a character of the text; 0: German */
} xml_kind;

static const xml_kind xml_kinds[] = {{"dew", 7, 4, 8, 0},
                                     {"jaw", 13, 4, 8, 3},
                                     {"roads", 57, 57, 6, 1},
                                     {"po", 76, 10, 5, 1},
                                     {"soap", 87, 167, 9, 1}};
enum { DEPTH_MAX = 40 };

static void put_attributes(writer *w, const xml_kind *k)
{
    static const char *const names[] = {"id", "class", "xml:lang", "type", "n", "href"};
    unsigned n = (k->attributes + draw(w, 100)) / 100;
    for (unsigned i = 0; i < n && i < sizeof names / sizeof *names; i++) {
        put(w, " ");
        put(w, names[i]);
        put(w, "=\"");
        for (unsigned c = k->value / 2 + draw(w, k->value + 1); c-- > 0;)
            put_character(w, draw(w, 30) ? 'a' + draw(w, 26) : '>');
        put(w, "\"");
    }
}

static void put_item(writer *w, const xml_kind *k, const char **open, unsigned *depth)
{
    static const char *const names[] = {"p", "title", "page", "item", "text", "gml:coord", "sku"};
    unsigned what = draw(w, 100);
    if (what < 2) {
        put(w, "<!-- a note: <p> is no tag -->");
    } else if (what < 6) {
        put(w, "<br");
        put_attributes(w, k);
        put(w, "/>");
    } else if (*depth > 1 && (what < 52 || *depth == DEPTH_MAX)) {
        put(w, "</");
        put(w, open[--*depth]);
        put(w, ">");
    } else {
        open[*depth] = ONE_OF(w, names);
        put(w, "<");
        put(w, open[(*depth)++]);
        put_attributes(w, k);
        put(w, ">");
    }
}

static void put_xml(writer *w, size_t size, const xml_kind *k)
{
    const char *open[DEPTH_MAX + 1];
    unsigned depth = 1;
    size_t markup = 0;
    open[0] = "document";
    put(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document>");
    while (w->to.len < size) {
        size_t before = w->to.len;
        put_item(w, k, open, &depth);
        markup += w->to.len - before;
        while (w->to.len * k->density < markup * 100) {
            if (k->bytes) put_word(w, k->bytes);
            else put_german(w);
            put(w, draw(w, 10) ? " " : "\n");
        }
    }
    while (depth > 0) {
        put(w, "</");
        put(w, open[--depth]);
        put(w, ">");
    }
    put(w, "\n");
}

/* ---- lines ---- */

static void put_number(writer *w, unsigned digits)
{
    while (digits-- > 0) put_character(w, '0' + draw(w, 10));
}

static void put_find(writer *w)
{
    switch (draw(w, 6)) {
    case 0: put_word(w, 1), put(w, "@"), put_word(w, 1), put(w, ".org"); break;
    case 1: put_number(w, 4), put(w, "-"), put_number(w, 2), put(w, "-"), put_number(w, 2); break;
    case 2: put(w, "https://"), put_word(w, 1), put(w, ".example/"), put_word(w, 1); break;
    case 3: put(w, "0x"), put_number(w, 8); break;
    case 4: put(w, "\""), put_word(w, 1), put(w, " "), put_word(w, 1), put(w, "\""); break;
    default: put(w, "Error: "), put_number(w, 3); break;
    }
}

/* Lines of words; in `often` of a hundred places there is something that expressions look for. */
static void put_lines(writer *w, size_t size, unsigned often)
{
    while (w->to.len < size) {
        if (draw(w, 100) < often) put_find(w);
        else put_word(w, 1);
        put(w, draw(w, 12) ? " " : "\n");
    }
    put(w, "\n");
}

/* ---- CSV ---- */

static void put_quoted(writer *w)
{
    put(w, "\"");
    put_word(w, 1);
    put(w, draw(w, 2) ? ", " : draw(w, 2) ? "\n" : " \"\"");
    put_word(w, 1);
    put(w, "\"");
}

static void put_csv(writer *w, size_t size, unsigned quoted)
{
    while (w->to.len < size)
        for (unsigned i = 0; i < 8; i++) {
            if (draw(w, 100) < quoted) put_quoted(w);
            else if (draw(w, 2)) put_number(w, 1 + draw(w, 8));
            else put_word(w, 1);
            put(w, i < 7 ? "," : "\n");
        }
}

/* ---- files of packages ---- */

static const struct package_file {
    const char *kind, *path;
} package_files[] = {{"license", "/usr/share/common-licenses/GPL-3"},
                     {"mime", "/usr/share/mime/packages/freedesktop.org.xml"},
                     {"languages", "/usr/share/xml/iso-codes/iso_639-3.xml"}};

/* Of so many bytes, or a few less: behind a line that ends a tag, else behind a character. */
static size_t cut(const char *content, size_t size)
{
    size_t n = size;
    while (n > 1 && !(content[n - 2] == '>' && content[n - 1] == '\n')) n--;
    if (n > 1) return n;
    while (size > 0 && ((unsigned char)content[size] & 0xc0) == 0x80) size--;
    return size;
}

static bool read_package(const char *path, size_t size, stream_text *out)
{
    char *content;
    size_t all;
    if (file_read(path, &content, &all) != LS_OK) return false;
    *out = (stream_text){(uint8_t *)content, all <= size ? all : cut(content, size)};
    return true;
}

/* ---- all ---- */

static bool write_kind(writer *w, const char *kind, size_t size)
{
    static const char *const texts[] = {"mixed", "text1", "text2", "text3", "text4"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(kind, texts[i])) return put_text(w, size, i), true;
    for (unsigned i = 0; i < sizeof xml_kinds / sizeof *xml_kinds; i++)
        if (!strcmp(kind, xml_kinds[i].name)) return put_xml(w, size, &xml_kinds[i]), true;
    if (!strcmp(kind, "rare")) return put_lines(w, size, 2), true;
    if (!strcmp(kind, "dense")) return put_lines(w, size, 30), true;
    if (!strcmp(kind, "plain")) return put_csv(w, size, 2), true;
    if (!strcmp(kind, "quoted")) return put_csv(w, size, 50), true;
    return false;
}

bool stream_text_make(const char *kind, size_t size, uint64_t seed, stream_text *out)
{
    writer w = {.state = seed};
    for (unsigned i = 0; i < sizeof package_files / sizeof *package_files; i++)
        if (!strcmp(kind, package_files[i].kind))
            return read_package(package_files[i].path, size, out);
    bool known = write_kind(&w, kind, size);
    require(known, "the kind of a document of streams");
    *out = (stream_text){(uint8_t *)w.to.s, w.to.len};
    return true;
}

bool stream_kind(const char *kinds, unsigned i, char *to)
{
    for (; *kinds; kinds += strcspn(kinds, " "), kinds += strspn(kinds, " "))
        if (i-- == 0) {
            size_t length = strcspn(kinds, " ");
            require(length < 32, "a kind's name is short");
            memcpy(to, kinds, length);
            to[length] = '\0';
            return true;
        }
    return false;
}
