// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* json.c - values, documents and lists of JSON. */
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Decimals of so many digits keep their value. */
#define FLAGS JSON_REAL_PRECISION(15)

static void *allocate(size_t size)
{
    return mem_alloc(size, 1);
}

void json_install(void)
{
    json_set_alloc_funcs(allocate, mem_free);
}

/* ---- values ---- */

static json_t *mended_text(const char *s)
{
    strbuf b = {0};
    for (; *s; s++) {
        if ((unsigned char)*s > 127) strbuf_puts(&b, "\xef\xbf\xbd");
        else strbuf_putn(&b, s, 1);
    }
    json_t *text = json_string(strbuf_text(&b));
    strbuf_free(&b);
    return text;
}

json_t *json_text(const char *s)
{
    if (!s) return json_null();
    json_t *text = json_string(s);
    return text ? text : mended_text(s);
}

json_t *json_decimal(double value, unsigned places)
{
    char digits[400];
    if (!isfinite(value)) return json_null();
    snprintf(digits, sizeof digits, "%.*f", (int)places, value);
    return json_real(strtod(digits, NULL));
}

/* ---- members ---- */

void json_put(json_t *object, const char *key, json_t *value)
{
    int rc = json_object_set_new(object, key, value);
    require(rc == 0, "a member has a value, and a key that is UTF-8");
}

void json_put_text(json_t *object, const char *key, const char *s)
{
    json_put(object, key, json_text(s));
}

void json_put_count(json_t *object, const char *key, uint64_t n)
{
    json_put(object, key, json_integer((json_int_t)n));
}

void json_put_flag(json_t *object, const char *key, bool flag)
{
    json_put(object, key, json_boolean(flag));
}

void json_put_decimal(json_t *object, const char *key, double value, unsigned places)
{
    json_put(object, key, json_decimal(value, places));
}

void json_put_cost(json_t *object, const cost *k)
{
    json_put_count(object, "insns", k->insns);
    json_put_count(object, "uops", k->uops);
    json_put_decimal(object, "rthroughput", k->rthroughput, 2);
    json_put_decimal(object, "latency", k->latency, 2);
    json_put_count(object, "consts", k->consts);
    json_put_count(object, "bytes", k->bytes);
    json_put_count(object, "moves", k->moves);
    json_put_count(object, "const_loads", k->const_loads);
}

json_t *json_cell(const cell *c)
{
    json_t *object = json_object();
    json_put_text(object, "op", c->op->name);
    json_put_count(object, "width", c->w);
    json_put_text(object, "class", c->cls->name);
    json_put_text(object, "target", c->target->name);
    return object;
}

/* ---- texts ---- */

/* A failure to write is found by who closes the file. */
static void dump(json_t *value, size_t flags, FILE *out)
{
    json_dumpf(value, out, flags);
    json_decref(value);
}

void json_print(json_t *value, FILE *out)
{
    dump(value, FLAGS, out);
    putc('\n', out);
}

static int append(const char *s, size_t size, void *out)
{
    strbuf_putn(out, s, size);
    return 0;
}

void json_append(json_t *value, strbuf *out)
{
    int rc = json_dump_callback(value, append, out, FLAGS | JSON_COMPACT);
    require(rc == 0, "a tree of JSON has a text");
    json_decref(value);
}

static void begin(const json_list *l)
{
    if (l->key) fprintf(l->out, "{\"%s\": ", l->key);
    putc('[', l->out);
}

void json_list_put(json_list *l, json_t *row)
{
    if (l->count++) fputs(", ", l->out);
    else begin(l);
    dump(row, FLAGS, l->out);
    putc('\n', l->out); /* the line is complete before the next row is there */
}

void json_list_end(json_list *l, json_t *more)
{
    require(!l->key == !more, "only the list of an object has more members behind it");
    if (!l->count) begin(l);
    putc(']', l->out);
    if (more) {
        fputs(", ", l->out);
        dump(more, FLAGS | JSON_EMBED, l->out);
        putc('}', l->out);
    }
    putc('\n', l->out);
}
