/* stock.h - an operation as stock LLVM is given it: on <n x iw>, full registers bitcast in and out. */
#ifndef LANESMITH_BENCH_STOCK_H
#define LANESMITH_BENCH_STOCK_H

#include "../spec/prog.h"

typedef struct stock { /* texts for operations that have no LLVM name: bench/stock.ir */
    arena mem;
    struct stock_op *ops;
    unsigned count;
} stock;

/* LS_INPUT or LS_ENV with a diagnostic when the file is malformed or cannot be read. */
ls_status stock_read(stock *s, const char *path, const spec *sp, diags *d);
void stock_free(stock *s);

/* Appends a function of that name. False, and nothing appended, when nobody has said how LLVM would write the operation. */
bool stock_print(const stock *s, const cell *c, const char *name, strbuf *out);

#endif
