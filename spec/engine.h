// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* engine.h - how engines are called where people read of them. */
#ifndef LANESMITH_ENGINE_H
#define LANESMITH_ENGINE_H

/* "by_vector" of "through". Texts and databases keep the names that they were attested with, so
 * some are older than what is printed; others stand for themselves. NULL and "" stay. */
const char *engine_name(const char *stored);

#endif
