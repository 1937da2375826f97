// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stock_code.h - stock forms as LLVM IR. Internal to lowerings/measure. */
#ifndef LANESMITH_STOCK_CODE_H
#define LANESMITH_STOCK_CODE_H

#include "lowerings/permute/stock.h"
#include "spec/base/base.h"

/* One of the measured cases of a form; of a movement one of several samples. */
typedef struct stock_case {
    stock_form form;
    unsigned size, count; /* as stock_size and stock_count have them */
    unsigned sample;
} stock_case;

/* What has to be done with the number of instructions of the function that was written. */
typedef struct stock_reading {
    bool whole;       /* loads and stores are counted */
    unsigned less;    /* so many are not the form's */
    unsigned results; /* the rest is for so many */
    /* so many vectors come from memory, of so many bits a field; of so many one goes there; 0: it
       is the form's own */
    unsigned loads, load_bits, put_bits;
} stock_reading;

/* Appends a function of that name. */
stock_reading stock_write_move(const stock_case *c, const char *name, strbuf *ir);
stock_reading stock_write_fields(const stock_case *c, const char *name, strbuf *ir);
/* A vector of n numbers of so many bits, from memory to memory. */
void stock_write_copy(unsigned bits, unsigned n, const char *name, strbuf *ir);

#endif
