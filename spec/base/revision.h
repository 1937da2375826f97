// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* revision.h - which sources a program is made of (cmake/Revision.cmake). For what programs say of
 * themselves only: nothing that they make depends on it. */
#ifndef LANESMITH_REVISION_H
#define LANESMITH_REVISION_H

extern const char lanesmith_revision[]; /* of git: "3bc706b", "3bc706b+changes", "unknown" */

#endif
