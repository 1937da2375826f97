// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ir_text.h - the IR that a test writes, piece by piece. */
#ifndef LANESMITH_TEST_IR_TEXT_H
#define LANESMITH_TEST_IR_TEXT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_MAX = 1 << 20 };

static char text[TEXT_MAX];
static size_t length; /* 0: begins anew */

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    length += (size_t)vsnprintf(text + length, TEXT_MAX - length, format, args);
    va_end(args);
    if (length >= TEXT_MAX) exit(3);
}

#endif
