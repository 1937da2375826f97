// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verifier_fixture.h - the shipped spec and a verifier, for cmocka_run_group_tests, and what it is
 * to say of programs. */
#ifndef LANESMITH_TEST_VERIFIER_FIXTURE_H
#define LANESMITH_TEST_VERIFIER_FIXTURE_H

#include "fixture.h"
#include "verify/verify.h"

static verifier *v; /* between load_verifier and drop_verifier */

static inline int load_verifier(void **state)
{
    if (load_spec(state)) return -1;
    return verifier_new(&v, verify_default_limits, NULL, NULL) == LS_OK ? 0 : -1;
}

static inline int drop_verifier(void **state)
{
    verifier_free(v);
    return drop_spec(state);
}

static inline void assert_answer(const cell *c, const prog *p, proof_answer wanted)
{
    proof out;
    diags d = {0};
    assert_int_equal(verify_prog(v, c, p, &out, &d), LS_OK);
    if (out.answer != wanted) fail_msg("%s: %s", proof_answer_names[out.answer], out.reason);
    diag_free(&d);
}

#endif
