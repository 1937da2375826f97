// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs_run.c - guards integers of several words: programs on them, made vectors whatever that
 * costs ("lanesmith"="always"), run beside LLVM's own code for them.
 *
 * Every program takes every width; constants in it are drawn. Inputs are words of zeros, ones, what
 * the other operand lacks to that, and random ones, so that carries run through. */
#include "ir_text.h"
#include "jit.h"

#include "lowerings/pass/pass.h"
#include "lowerings/pass/prepare/longs.h"
#include "lowerings/pass/table/table.h"
#include "sample.h"
#include "spec/base/random.h"

#include <llvm-c/Analysis.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 64, ROUNDS = 60, BLOCKS = 3, DRAWS = 2 };
#define LENGTH(array) (sizeof(array) / sizeof *(array))

static uint64_t state = 41;

static uint64_t draw(uint64_t below)
{
    return random_next(&state) % below;
}

/* $N: the integer's type; $n: its width; $k: an amount from 1 to its width less 1, the same in the
 * whole program; $m: its width less that; $s: an amount from 1 to 63; $t: its width less that;
 * $u: 2^$s - 1. What stands between $( and $) is there once a word: $i is its number, $h that of
 * the next, $o where its bytes begin; $w is how many there are. Parameters: ptr %p, ptr %q, ptr %r,
 * i64 %c. */
#define WORD_OPERANDS                                                                              \
    "%pa$i = getelementptr i8, ptr %p, i64 $o\n %pb$i = getelementptr i8, ptr %q, i64 $o\n"        \
    "%pr$i = getelementptr i8, ptr %r, i64 $o\n %x$i = load i64, ptr %pa$i, align 1\n"             \
    "%y$i = load i64, ptr %pb$i, align 1\n"
#define WORD_SUM(HOW)                                                                              \
    "%z$i = zext i1 %k$i to i64\n"                                                                 \
    "%s$i = call {i64, i1} @llvm." HOW ".with.overflow.i64(i64 %x$i, i64 %y$i)\n"                  \
    "%v$i = extractvalue {i64, i1} %s$i, 0\n %o$i = extractvalue {i64, i1} %s$i, 1\n"              \
    "%t$i = call {i64, i1} @llvm." HOW ".with.overflow.i64(i64 %v$i, i64 %z$i)\n"                  \
    "%u$i = extractvalue {i64, i1} %t$i, 0\n %e$i = extractvalue {i64, i1} %t$i, 1\n"              \
    "%k$h = or i1 %o$i, %e$i\n"
/* FIRST and SECOND: the compares that are the carries of both sums. */
#define WORD_COMPARED(HOW, FIRST, SECOND)                                                          \
    "%z$i = zext i1 %k$i to i64\n %s$i = " HOW " i64 %x$i, %y$i\n %t$i = " HOW                     \
    " i64 %s$i, %z$i\n %o$i = icmp " FIRST "\n %e$i = icmp " SECOND "\n"                           \
    "store i64 %t$i, ptr %pr$i, align 1\n"
static const struct program {
    const char *name, *body;
} programs[] = {
    {"sum by words, carries compared",
     "%k0 = trunc i64 %c to i1\n$(" WORD_OPERANDS
     WORD_COMPARED("add", "ult i64 %s$i, %x$i", "ugt i64 %s$i, %t$i")
     "%k$h = or i1 %o$i, %e$i\n$) %x = zext i1 %k$w to i64\n ret i64 %x\n"},
    {"sum by words, carries compared, another order",
     "%k0 = trunc i64 %c to i1\n$(" WORD_OPERANDS
     WORD_COMPARED("add", "ult i64 %s$i, %y$i", "ult i64 %t$i, %z$i")
     "%k$h = xor i1 %e$i, %o$i\n$) %x = zext i1 %k$w to i64\n ret i64 %x\n"},
    {"difference by words, carries compared",
     "%k0 = trunc i64 %c to i1\n$(" WORD_OPERANDS
     WORD_COMPARED("sub", "ult i64 %x$i, %y$i", "ugt i64 %z$i, %s$i")
     "%k$h = or i1 %o$i, %e$i\n$) %x = zext i1 %k$w to i64\n ret i64 %x\n"},
    {"sum by words, carries joined as words",
     "%j0 = and i64 %c, 1\n$(" WORD_OPERANDS
     "%s$i = add i64 %x$i, %y$i\n %t$i = add i64 %s$i, %j$i\n"
     "%o$i = icmp ult i64 %s$i, %x$i\n %e$i = icmp ult i64 %t$i, %s$i\n"
     "store i64 %t$i, ptr %pr$i, align 1\n %zo$i = zext i1 %o$i to i64\n"
     "%ze$i = zext i1 %e$i to i64\n %j$h = add i64 %zo$i, %ze$i\n$) ret i64 %j$w\n"},
    {"sum by words, whatever comes in",
     "%j0 = shl i64 %c, 1\n$(" WORD_OPERANDS
     "%s$i = add i64 %x$i, %y$i\n %t$i = add i64 %s$i, %j$i\n"
     "%o$i = icmp ult i64 %s$i, %x$i\n %e$i = icmp ult i64 %t$i, %s$i\n"
     "store i64 %t$i, ptr %pr$i, align 1\n %zo$i = zext i1 %o$i to i64\n"
     "%ze$i = zext i1 %e$i to i64\n %j$h = add i64 %zo$i, %ze$i\n$) ret i64 %j$w\n"},
    {"sum by words", "%k0 = trunc i64 %c to i1\n$(" WORD_OPERANDS WORD_SUM("uadd")
                     "store i64 %u$i, ptr %pr$i, align 1\n$)"
                     "%x = zext i1 %k$w to i64\n ret i64 %x\n"},
    {"difference by words, in place",
     "%k0 = trunc i64 %c to i1\n$(" WORD_OPERANDS WORD_SUM("usub")
     "store i64 %u$i, ptr %pa$i, align 1\n$)"
     "%d = load $N, ptr %p\n store $N %d, ptr %r\n store $N %a, ptr %p\n"
     "%x = zext i1 %k$w to i64\n ret i64 %x\n"},
    {"a word that waits for the one before",
     "%k0 = trunc i64 %c to i1\n$(" WORD_OPERANDS WORD_SUM("uadd")
     "store i64 %u$i, ptr %pb$i, align 1\n %l$i = load i64, ptr %q\n"
     "store i64 %l$i, ptr %pr$i, align 1\n$) store $N %b, ptr %q\n ret i64 0\n"},
    {"words of vectors, nothing carried out",
     "%k0 = trunc i64 %c to i1\n %va = load <$w x i64>, ptr %p, align 8\n"
     "%vb = load <$w x i64>, ptr %q, align 8\n %g0 = and <$w x i64> %va, %vb\n$("
     "%x$i = extractelement <$w x i64> %va, i32 $i\n"
     "%y$i = extractelement <$w x i64> %vb, i32 $i\n" WORD_SUM("uadd")
     "%g$h = insertelement <$w x i64> %g$i, i64 %u$i, i32 $i\n$)"
     "store <$w x i64> %g$w, ptr %r, align 8\n ret i64 0\n"},
    {"the processor's sums",
     "%k0 = trunc i64 %c to i8\n$(" WORD_OPERANDS
     "%s$i = call {i8, i64} @llvm.x86.addcarry.64(i8 %k$i, i64 %x$i, i64 %y$i)\n"
     "%u$i = extractvalue {i8, i64} %s$i, 1\n %k$h = extractvalue {i8, i64} %s$i, 0\n"
     "store i64 %u$i, ptr %pr$i, align 1\n$)"
     "%x = zext i8 %k$w to i64\n ret i64 %x\n"},
    {"the processor's differences",
     "%k0 = add i8 0, 0\n$(" WORD_OPERANDS
     "%s$i = call {i8, i64} @llvm.x86.subborrow.64(i8 %k$i, i64 %x$i, i64 %y$i)\n"
     "%u$i = extractvalue {i8, i64} %s$i, 1\n %k$h = extractvalue {i8, i64} %s$i, 0\n"
     "store i64 %u$i, ptr %pr$i, align 1\n$)"
     "%x = zext i8 %k$w to i64\n ret i64 %x\n"},
    {"sum", "%r0 = add $N %a, %b\n store $N %r0, ptr %r\n ret i64 0\n"},
    {"difference", "%r0 = sub $N %a, %b\n store $N %r0, ptr %r\n ret i64 0\n"},
    {"sum with carry",
     "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n"
     "%s1 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %a, $N %b)\n"
     "%v1 = extractvalue {$N, i1} %s1, 0\n %o1 = extractvalue {$N, i1} %s1, 1\n"
     "%s2 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %z, $N %v1)\n"
     "%v2 = extractvalue {$N, i1} %s2, 0\n %o2 = extractvalue {$N, i1} %s2, 1\n"
     "%o = or i1 %o2, %o1\n store $N %v2, ptr %r\n %x = zext i1 %o to i64\n ret i64 %x\n"},
    {"difference with borrow",
     "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n"
     "%s1 = call {$N, i1} @llvm.usub.with.overflow.$N($N %a, $N %b)\n"
     "%v1 = extractvalue {$N, i1} %s1, 0\n %o1 = extractvalue {$N, i1} %s1, 1\n"
     "%s2 = call {$N, i1} @llvm.usub.with.overflow.$N($N %v1, $N %z)\n"
     "%v2 = extractvalue {$N, i1} %s2, 0\n %o2 = extractvalue {$N, i1} %s2, 1\n"
     "%o = xor i1 %o2, %o1\n store $N %v2, ptr %r\n %x = zext i1 %o to i64\n ret i64 %x\n"},
    {"two overflows, both wanted",
     "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n"
     "%s1 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %a, $N %b)\n"
     "%v1 = extractvalue {$N, i1} %s1, 0\n %o1 = extractvalue {$N, i1} %s1, 1\n"
     "%s2 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %v1, $N %z)\n"
     "%v2 = extractvalue {$N, i1} %s2, 0\n %o2 = extractvalue {$N, i1} %s2, 1\n"
     "%y = xor $N %v1, %v2\n store $N %y, ptr %r\n %x1 = zext i1 %o1 to i64\n"
     "%x2 = zext i1 %o2 to i64\n %x3 = shl i64 %x1, 1\n %x = or i64 %x2, %x3\n ret i64 %x\n"},
    {"sum with carry by compares",
     "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n %v1 = add $N %a, %b\n"
     "%o1 = icmp ult $N %v1, %a\n %v2 = add $N %v1, %z\n %o2 = icmp ugt $N %z, %v2\n"
     "%o = or i1 %o1, %o2\n store $N %v2, ptr %r\n %x = zext i1 %o to i64\n ret i64 %x\n"},
    {"difference with borrow by compares",
     "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n %v1 = sub $N %a, %b\n"
     "%o1 = icmp ult $N %a, %b\n %v2 = sub $N %v1, %z\n %o2 = icmp ult $N %v1, %z\n"
     "%o = or i1 %o2, %o1\n store $N %v2, ptr %r\n %x = zext i1 %o to i64\n ret i64 %x\n"},
    {"sum and a bit", "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n %v1 = add $N %a, %b\n"
                      "%v2 = add $N %z, %v1\n store $N %v2, ptr %r\n ret i64 0\n"},
    {"difference less a bit",
     "%i = trunc i64 %c to i1\n %z = zext i1 %i to $N\n %v1 = sub $N %a, %b\n"
     "%v2 = sub $N %v1, %z\n store $N %v2, ptr %r\n ret i64 0\n"},
    {"up", "%r0 = shl $N %a, $k\n store $N %r0, ptr %r\n ret i64 0\n"},
    {"down", "%r0 = lshr $N %a, $k\n store $N %r0, ptr %r\n ret i64 0\n"},
    {"down with signs", "%r0 = ashr $N %a, $k\n store $N %r0, ptr %r\n ret i64 0\n"},
    {"round", "%r0 = call $N @llvm.fshl.$N($N %a, $N %a, $N $k)\n store $N %r0, ptr %r\n"
              "ret i64 0\n"},
    {"funnel", "%r0 = call $N @llvm.fshr.$N($N %a, $N %b, $N $k)\n store $N %r0, ptr %r\n"
               "ret i64 0\n"},
    {"funnel by hand", "%x = shl $N %a, $k\n %y = lshr $N %b, $m\n %r0 = or $N %y, %x\n"
                       "store $N %r0, ptr %r\n ret i64 0\n"},
    {"word", "%x = lshr $N %a, $k\n %y = trunc $N %x to i64\n %z = trunc $N %b to i17\n"
             "%w = zext i17 %z to i64\n %v = add i64 %w, %y\n ret i64 %v\n"},
    {"orders",
     "%1 = icmp ult $N %a, %b\n %2 = icmp ule $N %a, %b\n %3 = icmp ugt $N %a, %b\n"
     "%4 = icmp uge $N %a, %b\n %5 = icmp slt $N %a, %b\n %6 = icmp sle $N %a, %b\n"
     "%7 = icmp sgt $N %a, %b\n %8 = icmp sge $N %a, %b\n %9 = icmp eq $N %a, %b\n"
     "%10 = zext i1 %1 to i64\n %11 = select i1 %2, i64 2, i64 0\n"
     "%12 = select i1 %3, i64 4, i64 0\n %13 = select i1 %4, i64 8, i64 0\n"
     "%14 = select i1 %5, i64 16, i64 0\n %15 = select i1 %6, i64 32, i64 0\n"
     "%16 = select i1 %7, i64 64, i64 0\n %17 = select i1 %8, i64 128, i64 0\n"
     "%18 = select i1 %9, i64 256, i64 0\n %19 = or i64 %10, %11\n %20 = or i64 %12, %13\n"
     "%21 = or i64 %14, %15\n %22 = or i64 %16, %17\n %23 = or i64 %19, %20\n"
     "%24 = or i64 %21, %22\n %25 = or i64 %23, %24\n %26 = or i64 %25, %18\n ret i64 %26\n"},
    {"by a variable",
     "%1 = urem i64 %c, $n\n %n = zext i64 %1 to $N\n %2 = shl $N %a, %n\n"
     "%3 = lshr $N %b, %n\n %4 = ashr $N %a, %n\n %5 = xor $N %2, %3\n %6 = add $N %5, %4\n"
     "store $N %6, ptr %r\n ret i64 0\n"},
    {"round by a variable",
     "%n = zext i64 %c to $N\n %1 = call $N @llvm.fshl.$N($N %a, $N %a, $N %n)\n"
     "%2 = call $N @llvm.fshr.$N($N %a, $N %b, $N %1)\n %3 = xor $N %1, %2\n"
     "store $N %3, ptr %r\n ret i64 0\n"},
    {"equal or not",
     "%x = and $N %a, %b\n %1 = icmp eq $N %x, 0\n %2 = icmp ne $N %x, %b\n"
     "%3 = icmp eq $N %a, %b\n %4 = icmp ne $N %a, -1\n %y = shl $N %x, $s\n"
     "%5 = icmp eq $N %y, %b\n %6 = zext i1 %1 to i64\n %7 = select i1 %2, i64 2, i64 0\n"
     "%8 = select i1 %3, i64 4, i64 0\n %9 = select i1 %4, i64 8, i64 0\n"
     "%10 = select i1 %5, i64 16, i64 0\n %11 = or i64 %6, %7\n %12 = or i64 %8, %9\n"
     "%13 = or i64 %11, %12\n %14 = or i64 %13, %10\n store $N %y, ptr %r\n ret i64 %14\n"},
    {"ones counted",
     "%x = shl $N %a, $s\n %y = and $N %x, %b\n %n = call $N @llvm.ctpop.$N($N %y)\n"
     "%m = call $N @llvm.ctpop.$N($N %a)\n %s = add $N %n, %m\n store $N %s, ptr %r\n"
     "%t = trunc $N %n to i64\n ret i64 %t\n"},
    {"any in blocks",
     "br label %loop\nloop:\n %i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n"
     "%before = phi $N [ 0, %entry ], [ %x, %loop ]\n"
     "%bad = phi $N [ 0, %entry ], [ %bad1, %loop ]\n"
     "%pa = getelementptr $N, ptr %p, i64 %i\n %x = load $N, ptr %pa\n"
     "%m = call $N @llvm.fshl.$N($N %x, $N %before, $N $s)\n %e = and $N %m, %x\n"
     "%bad1 = or $N %bad, %e\n %i1 = add i64 %i, 1\n %d = icmp eq i64 %i1, 3\n"
     "br i1 %d, label %end, label %loop\nend:\n %z = icmp ne $N %bad1, 0\n"
     "%y = zext i1 %z to i64\n ret i64 %y\n"},
    {"logic between", "%x = and $N %a, %b\n %y = add $N %x, %a\n %z = xor $N %y, %b\n"
                      "%w = xor $N %z, -1\n %v = or $N %w, %x\n store $N %v, ptr %r\n ret i64 0\n"},
    {"what stays an integer",
     "%x = shl $N %a, $k\n %y = call $N @llvm.umax.$N($N %x, $N %b)\n %z = add $N %y, %x\n"
     "%f = freeze $N %z\n"
     "%e = icmp eq $N %f, %b\n %g = select i1 %e, $N %a, $N %f\n store $N %g, ptr %r\n"
     "%h = trunc $N %y to i64\n ret i64 %h\n"},
    {"Advance over blocks",
     "%c0 = and i64 %c, $u\n br label %loop\nloop:\n"
     "%i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n"
     "%in = phi i64 [ %c0, %entry ], [ %out, %loop ]\n"
     "%pa = getelementptr $N, ptr %p, i64 %i\n %pr = getelementptr $N, ptr %r, i64 %i\n"
     "%x = load $N, ptr %pa\n %s = shl $N %x, $s\n %e = zext i64 %in to $N\n"
     "%y = or $N %s, %e\n store $N %y, ptr %pr\n %h = lshr $N %x, $t\n"
     "%out = trunc $N %h to i64\n %i1 = add i64 %i, 1\n %d = icmp eq i64 %i1, 3\n"
     "br i1 %d, label %end, label %loop\nend:\n ret i64 %out\n"},
    {"fewer bits carried than moved",
     "br label %loop\nloop:\n %i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n"
     "%in = phi i8 [ 0, %entry ], [ %out, %loop ]\n"
     "%pa = getelementptr $N, ptr %p, i64 %i\n %pr = getelementptr $N, ptr %r, i64 %i\n"
     "%x = load $N, ptr %pa\n %s = shl $N %x, $s\n %e = zext i8 %in to $N\n"
     "%y = or $N %s, %e\n store $N %y, ptr %pr\n %h = lshr $N %x, $t\n"
     "%out = trunc $N %h to i8\n %i1 = add i64 %i, 1\n %d = icmp eq i64 %i1, 3\n"
     "br i1 %d, label %end, label %loop\nend:\n ret i64 0\n"},
    {"a pair as a whole",
     "%s1 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %a, $N %b)\n"
     "%v1 = extractvalue {$N, i1} %s1, 0\n %o1 = extractvalue {$N, i1} %s1, 1\n"
     "%v2 = shl $N %v1, $k\n store $N %v2, ptr %r\n %pr = getelementptr $N, ptr %r, i64 1\n"
     "store {$N, i1} %s1, ptr %pr\n %x = zext i1 %o1 to i64\n ret i64 %x\n"},
    {"two ways to one block",
     "%c0 = and i64 %c, $u\n switch i64 %c, label %more [ i64 1, label %end i64 2, label %end ]\n"
     "more:\n br label %end\nend:\n"
     "%in = phi i64 [ %c0, %entry ], [ %c0, %entry ], [ 0, %more ]\n"
     "%v = phi $N [ %a, %entry ], [ %a, %entry ], [ %b, %more ]\n %s = shl $N %v, $s\n"
     "%e = zext i64 %in to $N\n %y = or $N %s, %e\n store $N %y, ptr %r\n ret i64 0\n"},
    {"MatchStar over blocks",
     "%c0 = trunc i64 %c to i1\n br label %loop\nloop:\n"
     "%i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n"
     "%in = phi i1 [ %c0, %entry ], [ %out, %loop ]\n"
     "%last = phi $N [ %a, %entry ], [ %v, %loop ]\n"
     "%pa = getelementptr $N, ptr %p, i64 %i\n %pb = getelementptr $N, ptr %q, i64 %i\n"
     "%pr = getelementptr $N, ptr %r, i64 %i\n %m = load $N, ptr %pa\n %k = load $N, ptr %pb\n"
     "%x = and $N %m, %k\n %z = zext i1 %in to $N\n"
     "%s1 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %x, $N %k)\n"
     "%v1 = extractvalue {$N, i1} %s1, 0\n %o1 = extractvalue {$N, i1} %s1, 1\n"
     "%s2 = call {$N, i1} @llvm.uadd.with.overflow.$N($N %v1, $N %z)\n"
     "%v2 = extractvalue {$N, i1} %s2, 0\n %o2 = extractvalue {$N, i1} %s2, 1\n"
     "%out = or i1 %o1, %o2\n %u = xor $N %v2, %k\n %v = or $N %u, %m\n %l = xor $N %v, %last\n"
     "store $N %l, ptr %pr\n %i1 = add i64 %i, 1\n %d = icmp eq i64 %i1, 3\n"
     "br i1 %d, label %end, label %loop\nend:\n %y = zext i1 %out to i64\n ret i64 %y\n"},
};

static const unsigned widths[] = {128, 192, 256, 320, 512, 1024, 2048, 2112, 4096};

/* ---- IR ---- */

/* Of what stays LLVM's own that is compiled for minutes. */
static bool is_too_long(const struct program *p, unsigned n)
{
    return n > 1024 && (!strcmp(p->name, "a pair as a whole") || strstr(p->body, "$("));
}

/* What a program's places are in one. */
typedef struct places {
    unsigned n, k, s, word;
} places;

static void put_place(char c, const places *x)
{
    switch (c) {
    case 'N': put("i%u", x->n); return;
    case 'u': put("%llu", (1ULL << x->s) - 1); return;
    case 'n': put("%u", x->n); return;
    case 'k': put("%u", x->k); return;
    case 'm': put("%u", x->n - x->k); return;
    case 's': put("%u", x->s); return;
    case 't': put("%u", x->n - x->s); return;
    case 'w': put("%u", x->n / 64); return;
    case 'i': put("%u", x->word); return;
    case 'h': put("%u", x->word + 1); return;
    case 'o': put("%u", x->word * 8); return;
    default: exit(3);
    }
}

static void put_body(const char *c, places *x)
{
    const char *again = NULL;
    for (; *c; c++) {
        if (*c != '$') put("%c", *c);
        else if (*++c == '(') again = c;
        else if (*c != ')') put_place(*c, x);
        else if (++x->word < x->n / 64) c = again;
        else x->word = 0;
    }
}

static void put_program(const struct program *p, unsigned number, unsigned n)
{
    /* LLVM divides the amount of a funnel shift by other widths, and cannot */
    bool left = n & (n - 1) && !strcmp(p->name, "round by a variable");
    if (left || is_too_long(p, n)) p = &programs[LENGTH(programs) - 1];
    unsigned k = 1 + (unsigned)draw(n - 1), s = 1 + (unsigned)draw(63);
    if (draw(3) == 0) k = k / 64 ? k / 64 * 64 : 64; /* whole words */
    put("define i64 @f%u(ptr noalias %%p, ptr noalias %%q, ptr noalias %%r, i64 %%c) #0 {\n"
        "entry:\n %%a = load i%u, ptr %%p\n %%b = load i%u, ptr %%q\n ", number, n, n);
    put_body(p->body, &(places){.n = n, .k = k, .s = s});
    put("}\n");
}

typedef enum compiling { OWN, VECTORS, CHAIN } compiling;

static void make_chains(LLVMModuleRef module, lanesmith_stats *stats)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) stats->by_words += longs_function(NULL, f, LONGS_CHAIN);
}

static LLVMOrcLLJITRef compile(const char *cpu, compiling how, lanesmith_stats *stats)
{
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    LLVMModuleRef module = jit_parse(context, text, length);
    jit_set_cpu(module, cpu);
    if (how == VECTORS) lanesmith_run(module, stats, NULL, NULL);
    if (how == CHAIN) make_chains(module, stats);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, NULL)) exit(3);
    return jit_compile(module, safe, how ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone);
}

/* ---- comparing ---- */

typedef uint64_t compiled(const void *p, const void *q, void *r, uint64_t c);
typedef struct blocks {
    uint64_t word[BLOCKS * WORDS_MAX];
} blocks;

static unsigned checked, failed;

static void make_inputs(blocks *a, blocks *b)
{
    for (unsigned i = 0; i < BLOCKS * WORDS_MAX; i++) {
        uint64_t x = draw(6), y = draw(6);
        a->word[i] = x == 0 ? 0 : x == 1 ? UINT64_MAX : x == 2 ? 1 : random_next(&state);
        b->word[i] = y == 0   ? 0
                     : y == 1 ? UINT64_MAX
                     : y == 2 ? ~a->word[i]
                     : y == 3 ? -a->word[i]
                     : y == 4 ? a->word[i]
                              : random_next(&state);
    }
}

static void compare(const char *cpu, const struct program *p, unsigned n, compiled *f, compiled *g)
{
    static _Alignas(64) blocks a, b, got, want;
    for (unsigned round = 0; round < ROUNDS; round++) {
        make_inputs(&a, &b);
        memset(&got, 0xA5, sizeof got);
        memset(&want, 0xA5, sizeof want);
        uint64_t c = random_next(&state), x = f(&a, &b, &got, c), y = g(&a, &b, &want, c);
        checked++;
        if (x == y && !memcmp(&got, &want, sizeof got)) continue;
        if (failed++ < 20) fprintf(stderr, "FAIL %s: %s of %u bits\n", cpu, p->name, n);
        return;
    }
}

static void test_way(const struct lowering_target *t, unsigned n, compiling how,
                     lanesmith_stats *stats)
{
    LLVMOrcLLJITRef lowered = compile(t->cpu, how, stats), own = compile("x86-64", OWN, NULL);
    for (unsigned i = 0; i < LENGTH(programs); i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        compare(t->cpu, &programs[i], n, (compiled *)(uintptr_t)jit_find(lowered, name, false),
                (compiled *)(uintptr_t)jit_find(own, name, false));
    }
    jit_fail_if(LLVMOrcDisposeLLJIT(lowered));
    jit_fail_if(LLVMOrcDisposeLLJIT(own));
}

static void test_width(const struct lowering_target *t, unsigned n, lanesmith_stats *stats)
{
    length = 0;
    for (unsigned i = 0; i < LENGTH(programs); i++) put_program(&programs[i], i, n);
    put("attributes #0 = { nounwind \"lanesmith\"=\"always\" }\n");
    test_way(t, n, VECTORS, stats);
    if (n <= 1024) test_way(t, n, CHAIN, stats); /* of more LLVM compiles its own for minutes */
}

int main(void)
{
    unsigned skipped = 0;
    lanesmith_stats stats = {0};
    jit_start();
    for (unsigned t = 0; t < lowering_target_count; t++) {
        if (!jit_host_has(&lowering_targets[t])) {
            skipped++;
            continue;
        }
        for (unsigned i = 0; i < LENGTH(widths); i++)
            for (unsigned k = 0; k < DRAWS; k++)
                if (row_is_chosen()) test_width(&lowering_targets[t], widths[i], &stats);
    }
    printf("%u runs compared, %u programs differ, %u instructions on vectors, %u in chains; %u "
           "targets skipped, %u rows for other revisions\n",
           checked, failed, stats.longs, stats.by_words, skipped, rows_left);
    return failed || !stats.longs || !stats.by_words ? 1 : 0;
}
