// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz.h - what the fuzz targets share: texts, files in memory, a directory of their own, a small
 * specification.
 *
 * Each fuzz_*.c is one libFuzzer target: it hands hostile bytes to one reader and checks what the
 * reader promises. Answers do not matter; the sanitizers, `require` and `assert` are the judges.
 * scripts/fuzz builds and runs them. */
#ifndef LANESMITH_TEST_FUZZ_H
#define LANESMITH_TEST_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run: a promise of the library is broken, or the target cannot be set up. */
#define fuzz_check(cond, what) ((cond) ? (void)0 : (fprintf(stderr, "fuzz: %s\n", what), abort()))

/* The input as a text with a NUL behind it; free it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    fuzz_check(text, "no memory");
    if (size) memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* A file in memory that holds the bytes; path is good for reading once, since the reader goes on
 * where this descriptor stands. Close it. */
static inline int fuzz_file(const void *data, size_t size, char path[64])
{
    int file = memfd_create("input", 0);
    fuzz_check(file >= 0 && write(file, data, size) == (ssize_t)size, "no file in memory");
    fuzz_check(!lseek(file, 0, SEEK_SET), "no file in memory");
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

#endif
