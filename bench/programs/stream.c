// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stream.c - the list of applications on streams, with their documents (stream_text.c) and peers.
 */
#include "stream.h"

/* X(name, kinds of documents, peers) */
#define STREAM_APPS(X)                                                                             \
    X("utf8", "text1 text2 text3 text4 mixed dew jaw mime",                                        \
      {{"simdjson", "cpp", "-lsimdjson"}, {"simdutf", "cpp", "-lsimdutf"}})                        \
    X("utf16", "text1 text2 text3 text4 mixed dew jaw mime",                                       \
      {{"simdutf", "cpp", "-lsimdutf"}, {"icu", "c", "-licuuc"}, {"iconv", "c", NULL}})            \
    X("xml", "dew jaw roads po soap mime languages", {{"expat", "c", "-lexpat"}})                  \
    X("regex", "rare dense license mime", {{"hyperscan", "c", "-lhs"}, {"grep", "c", NULL}})       \
    X("csv", "plain quoted", {{"libcsv", "c", "-lcsv"}})

const stream_app stream_apps[] = {
#define X(name, kinds, ...) {name, kinds, __VA_ARGS__},
    STREAM_APPS(X)
#undef X
        {0}};
const char *const stream_app_names[] = {
#define X(name, ...) name,
    STREAM_APPS(X)
#undef X
        NULL};
