// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* csv_libcsv.c - records and fields as libcsv counts them. It also copies each field. */
#include <csv.h>
#include <stdint.h>
#include <string.h>

static void take_field(void *bytes, size_t size, void *to)
{
    uint64_t *sum = to;
    (void)bytes, (void)size;
    sum[1]++;
}

static void take_record(int last, void *to)
{
    uint64_t *sum = to;
    (void)last;
    sum[0]++;
}

size_t csv(const uint8_t *text, size_t n, uint8_t *out)
{
    struct csv_parser p;
    uint64_t sum[2] = {0};
    if (csv_init(&p, 0)) return SIZE_MAX;
    csv_parse(&p, text, n, take_field, take_record, sum);
    csv_fini(&p, take_field, take_record, sum);
    csv_free(&p);
    memcpy(out, sum, sizeof sum);
    return sizeof sum;
}
