// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* plugin.h - what entry.c asks of plugin.cpp, and only under the LLVM of the headers. */
#ifndef LANESMITH_PASS_PLUGIN_H
#define LANESMITH_PASS_PLUGIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Adds -lanesmith-stats to LLVM's options. */
void plugin_add_options(void);
/* Makes LLVM's PassPluginLibraryInfo at `result`, which is returned. */
void *plugin_make_info(void *result);

#ifdef __cplusplus
}
#endif
#endif
