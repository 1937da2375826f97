// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verify_fixture.h - for tests of proofs: a spec of their own, in a temporary directory, so that
 * they stand on nothing but the language. */
#ifndef LANESMITH_VERIFY_FIXTURE_H
#define LANESMITH_VERIFY_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "spec/cell.h"
#include "spec/load/load.h"
#include "verify/verify.h"

#define SPLATS "(splat8 \"$k\") (splat16 \"$k\") (splat32 \"$k\") (splat64 \"$k\")"

static const char spec_text[] =
    "(class r32 (bits 32) scalar (llvm \"i32\")) (spelling r32 (c \"uint32_t\") " SPLATS ")\n"
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\")) (spelling x128 (c \"__m128i\") (literal "
    "\"long long\") " SPLATS ")\n"
    "(class y256 (bits 256) vector (llvm \"<4 x i64>\")) (spelling y256 (c \"__m256i\") (literal "
    "\"long long\") " SPLATS ")\n"
    "(target one (cpu \"x86-64-v3\") (triple \"t\") (suffix \"one\") (features sse2 avx2) (classes "
    "r32 x128 y256))\n"
    "(target two (cpu \"x86-64-v4\") (triple \"t\") (suffix \"two\") (features sse2 avx2) (classes "
    "r32 x128 y256))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvadd (field a i) (field "
    "b i))))\n"
    "(op mul ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvmul (field a i) (field "
    "b i))))\n"
    "(op xor ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvxor (field a i) (field "
    "b i))))\n"
    "(op sum ((a (vec n w))) (vec 1 w) (doc \"d\") (fold (s (field a 0)) (j (- n 1)) (bvadd s "
    "(field a (+ j 1)))))\n"
    "(op signs ((a (vec n w))) (vec n 1) (doc \"d\") (pre i (distinct (field a i) (bv 0 w)))\n"
    "  (each i (ite (bvslt (field a i) (bv 0 w)) #b1 #b0)))\n"
    "(op neg ((a (vec n w))) (vec n w) (doc \"d\") (each i (bvneg (field a i))))\n"
    "(op shl ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (pre i (bvult (field b i) (bv w "
    "w)))\n"
    "  (each i (bvshl (field a i) (field b i))))\n"
    "(op never ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\")\n"
    "  (pre i (if (< n 16) true (and (bvult (field a i) (field b i)) (bvult (field b i) (field a "
    "i)))))\n" /* the loader sees small n */
    "  (each i (bvadd (field a i) (field b i))))\n"
    "(op differ ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (only (- w 1) w) (pre i "
    "(distinct (field a i) (bv 0 w)))\n"
    "  (each i (ite (distinct (field a i) (field b i)) (bv -1 w) (bv 0 w))))\n"
    "(op seldom ((a (vec n w))) (vec n w) (doc \"d\") (pre i (= (field a i) (bv 77 w))) (each i "
    "(bvurem (field a i) (bv 9 w))))\n"
    "(family (r) ((r32) (x128) (y256))\n"
    "  (family (name op) ((\"por\" 0) (\"pand\" 1) (\"pxor\" 2))\n"
    "    (instr (name name) ((a r) (b r)) r (requires sse2) (kind logic) (llvm \"x $a $b\") (c "
    "\"$a $b\")\n"
    "      (if (== op 0) (bvor a b) (if (== op 1) (bvand a b) (bvxor a b)))))\n"
    "  (family (s w) ((\"b\" 8) (\"w\" 16) (\"d\" 32))\n"
    "    (instr (name \"padd\" s) ((a r) (b r)) r (requires sse2) (kind add) (llvm \"x $a $b\") (c "
    "\"$a $b\")\n"
    "      (each i w (bvadd (field a i) (field b i))))\n"
    "    (instr (name \"psub\" s) ((a r) (b r)) r (requires sse2) (kind sub) (llvm \"x $a $b\") (c "
    "\"$a $b\")\n"
    "      (each i w (bvsub (field a i) (field b i))))\n"
    "    (instr (name \"psll\" s) ((a r) (k (imm 1 (- w 1)))) r (requires sse2) (kind shift)\n"
    "      (llvm \"x $a $k\") (c \"$a $k\")\n"
    "      (each i w (bvshl (field a i) (bv k w))))\n"
    "    (instr (name \"psrl\" s) ((a r) (k (imm 1 (- w 1)))) r (requires sse2) (kind shift)\n"
    "      (llvm \"x $a $k\") (c \"$a $k\")\n"
    "      (each i w (bvlshr (field a i) (bv k w))))))\n"
    "(instr (name \"mulb\") ((a r32) (b r32)) r32 (requires sse2) (kind multiply) (llvm \"$a $b\") "
    "(c \"$a $b\")\n"
    "  (each i 8 (bvmul (field a i) (field b i))))\n"
    "(instr (name \"mul\") ((a r32) (b r32)) r32 (requires sse2) (kind multiply) (llvm \"$a $b\") "
    "(c \"$a $b\") (bvmul a b))\n";

static spec *s;
static char dir[] = "test_verify.XXXXXX"; /* in the working directory */

static int load_spec(void **state)
{
    (void)state;
    char path[64];
    diags d = {0};
    if (!mkdtemp(dir)) return -1;
    snprintf(path, sizeof path, "%s/t.spec", dir);
    if (file_write(path, spec_text, strlen(spec_text)) != LS_OK) return -1;
    ls_status status = spec_load_files(&s, (const char *const[]){path}, 1, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    unlink(path);
    rmdir(dir);
    return status == LS_OK ? 0 : -1;
}

static int free_spec(void **state)
{
    (void)state;
    spec_free(s);
    return 0;
}

static cell cell_of(const char *op_name, unsigned w, const char *cls, const char *target_name)
{
    cell c = {spec_find_op(s, op_name), w, spec_find_class(s, cls),
              spec_find_target(s, target_name)};
    assert_non_null(c.op);
    assert_non_null(c.cls);
    assert_non_null(c.target);
    return c;
}

static prog program(const cell *c, const char *text)
{
    prog p;
    diags d = {0};
    bool ok = prog_parse(&p, s, c->op, c->cls, text,
                         (place){.file = "text", .text = text, .line = 1}, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_true(ok);
    return p;
}

static verifier *verifier_with(unsigned milliseconds)
{
    verifier *v;
    verify_limits limits = verify_default_limits;
    limits.milliseconds = milliseconds;
    assert_int_equal(verifier_new(&v, limits, NULL, NULL), LS_OK);
    return v;
}

static proof prove(verifier *v, const cell *c, const char *text)
{
    proof out;
    diags d = {0};
    prog p = program(c, text);
    ls_status status = verify_prog(v, c, &p, &out, &d);
    diag_print(&d, stderr);
    assert_int_equal(status, LS_OK);
    assert_int_equal(d.count, 0);
    diag_free(&d);
    return out;
}

#endif
