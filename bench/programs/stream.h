// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stream.h - applications on parallel bit streams: the same C (examples/streams/NAME.c) compiled
 * without and with the pass, good scalar C (bench/streams/NAME.c), and programs of others that do
 * the same (bench/streams/peers/NAME_PEER.c or .cpp), as far as they are installed.
 *
 * Every function is `size_t NAME(const uint8_t *text, size_t n, uint8_t *out)`. It writes its
 * result to out, at most STREAM_GROWTH * n + STREAM_SLACK bytes, and returns the result's size. A
 * peer may know the beginning of the result only; a number of eight bytes with all ones it does not
 * know. */
#ifndef LANESMITH_BENCH_STREAM_H
#define LANESMITH_BENCH_STREAM_H

#include "cli/app/app.h"

enum {
    STREAM_GROWTH = 4,
    STREAM_SLACK = 8192,
    STREAM_KINDS_MAX = 16,
    STREAM_PEERS_MAX = 3,
    STREAM_APPS_MAX = 8
};

typedef enum stream_way { STREAM_STOCK, STREAM_PASS, STREAM_SCALAR, STREAM_WAYS } stream_way;

typedef struct stream_peer {
    const char *name;
    const char *suffix;  /* of its source */
    const char *library; /* an option of the linker; NULL: none */
} stream_peer;

typedef struct stream_app {
    const char *name;
    const char *kinds; /* of its documents, words with a blank behind each */
    stream_peer peer[STREAM_PEERS_MAX];
} stream_app;

extern const stream_app stream_apps[];       /* ended by one without a name */
extern const char *const stream_app_names[]; /* ended by NULL */

/* ---- documents: stream_text.c ---- */

typedef struct stream_text {
    uint8_t *bytes;
    size_t size;
} stream_text;

/* A document of about so many bytes, ended behind a character; or a file that some package brings,
 * its beginning. False: there is no such file. The bytes belong to the caller (mem_free). */
bool stream_text_make(const char *kind, size_t size, uint64_t seed, stream_text *out);
/* Word i of the list of kinds, in `to`, of 32 bytes; false: there are no more. */
bool stream_kind(const char *kinds, unsigned i, char *to);

/* ---- hostile texts: stream_fuzz.c ---- */

enum { STREAM_FUZZ_SIZE = 20480 };
/* Text number i for the application: returns its size, at most STREAM_FUZZ_SIZE. */
size_t stream_fuzz_make(const stream_app *of, unsigned i, uint64_t seed, uint8_t *to);

/* ---- compiling: stream_build.c ---- */

typedef struct stream_pair { /* an application for a target */
    const stream_app *app;
    const target *target;
    const char *library[STREAM_WAYS];   /* out: shared objects */
    const char *peer[STREAM_PEERS_MAX]; /* out: the same; NULL: not installed */
    double compiling[2];                /* out: STREAM_STOCK, STREAM_PASS: processor seconds */
} stream_pair;

typedef struct stream_tools {
    const char *sources, *scalar, *plugin, *out; /* directories but for plugin, a file */
    bool peers;                                  /* whether they are wanted */
} stream_tools;

/* Fills what is out. LS_ENV, reported, when a tool is missing or fails; a peer may fail. */
ls_status stream_build(app *a, const stream_tools *t, stream_pair *p);

/* ---- running: stream_run.c ---- */

typedef struct stream_time { /* of a kind of documents */
    bool there;
    size_t bytes;
    double rate[STREAM_WAYS]; /* bytes a second */
    double gain, scalar;      /* seconds of stock, and of scalar, by those with the pass */
    double peer_rate[STREAM_PEERS_MAX], peer[STREAM_PEERS_MAX]; /* 0: none */
} stream_time;

typedef struct stream_result {
    stream_time time[STREAM_KINDS_MAX];
    unsigned hostile;  /* texts on which the results agree */
    char trouble[512]; /* "": all ways gave the same; else what differs, or cannot be loaded */
} stream_result;

typedef struct stream_amount {
    size_t bytes;          /* of a document */
    unsigned rounds, fuzz; /* odd, 0: only compares; hostile texts */
    uint64_t seed;
} stream_amount;

/* Loads the pair's objects, compares their results on hostile texts and documents, and measures
 * them in turn. To be called in a process that may crash. */
void stream_run(const stream_pair *p, const stream_amount *amount, stream_result *out);

#endif
