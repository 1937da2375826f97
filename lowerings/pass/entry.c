// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* entry.c - where opt and clang enter the plugin, and where it turns down an LLVM that it was not
 * built for.
 *
 * LLVM's C++ interface differs from version to version, so nothing of it may be touched before the
 * version is known: this file is C, no constructor of C++ runs when the plugin is loaded, and
 * functions are bound when they are first called (cmake/Lowerings.cmake). For another LLVM the
 * plugin says which it is for, and claims an interface that no LLVM has: the program that loads it
 * then ends with an error of its own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <llvm/Config/llvm-config.h>
#include <stdint.h>
#include <stdio.h>

#include "plugin.h"

#ifndef __x86_64__
#error "llvmGetPassPluginInfo is written for the calling convention of x86-64"
#endif

/* The beginning of LLVM's PassPluginLibraryInfo, the same in LLVM 14 to 22. */
typedef struct plugin_info {
    uint32_t interface;
    const char *name, *version;
    void (*register_passes)(void *);
} plugin_info;

/* The major version of the LLVM that loads the plugin; 0 when it does not tell, as LLVM 15 and
 * older. */
static unsigned version_found(void)
{
    unsigned major = 0, minor, patch;
    void (*get)(unsigned *, unsigned *, unsigned *);
    *(void **)&get = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
    if (get) get(&major, &minor, &patch);
    return major;
}

static void say_version(unsigned found)
{
    char text[32] = "LLVM 15 or older";
    if (found) snprintf(text, sizeof text, "LLVM %u", found);
    fprintf(stderr, "lanesmith: this plugin is for LLVM %u; found %s\n", LLVM_VERSION_MAJOR, text);
}

/* Clang reads -mllvm options when it has loaded the plugin (-Xclang -load), before it enters it. */
__attribute__((constructor)) static void add_options(void)
{
    if (version_found() == LLVM_VERSION_MAJOR) plugin_add_options();
}

void *llvmGetPassPluginInfo(void *result);

/* In C++ it returns the structure: the caller has made room for it and passes the address, which is
 * returned. Written so because LLVM 22 has made the structure longer: an older LLVM has not room
 * enough for what is not meant for it. */
__attribute__((weak, visibility("default"))) void *llvmGetPassPluginInfo(void *result)
{
    unsigned found = version_found();
    if (found == LLVM_VERSION_MAJOR) return plugin_make_info(result);
    say_version(found);
    *(plugin_info *)result = (plugin_info){.name = "lanesmith", .version = LANESMITH_VERSION};
    return result;
}
