// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvreal.c - see tvreal.h. float and double are computed as such; half and bfloat as double,
 * rounded afterwards: a double has more than twice their bits, so that this is the same for sums,
 * products, quotients and roots. Called by tvsolve.c. */
#include "tvreal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct format {
    const char *name;
    unsigned bits, exponent, fraction;
} format;

static const format formats[] = {
    {"f16", 16, 5, 10}, {"bf16", 16, 8, 7}, {"f32", 32, 8, 23}, {"f64", 64, 11, 52}};

static const format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, name)) return &formats[i];
    return NULL;
}

static int bias(const format *f) { return (1 << (f->exponent - 1)) - 1; }

static double decode(const format *f, uint64_t x)
{
    uint64_t fraction = x & (((uint64_t)1 << f->fraction) - 1),
             most = ((uint64_t)1 << f->exponent) - 1;
    uint64_t exponent = x >> f->fraction & most;
    double size = exponent == most ? (fraction ? (double)NAN : (double)INFINITY)
                  : exponent       ? ldexp((double)(fraction | (uint64_t)1 << f->fraction),
                                           (int)exponent - bias(f) - (int)f->fraction)
                                   : ldexp((double)fraction, 1 - bias(f) - (int)f->fraction);
    return x >> (f->bits - 1) & 1 ? -size : size;
}

/* Requires: x is no NaN. */
static uint64_t encode(const format *f, double x)
{
    int exponent, lowest = 1 - bias(f), highest = bias(f);
    uint64_t sign = (uint64_t)(signbit(x) != 0) << (f->bits - 1),
             infinite = (((uint64_t)1 << f->exponent) - 1) << f->fraction;
    double size = fabs(x);
    if (isinf(size)) return sign | infinite;
    if (size == 0) return sign;
    frexp(size, &exponent);
    exponent = exponent - 1 < lowest ? lowest : exponent - 1;
    uint64_t units =
        (uint64_t)rint(ldexp(size, (int)f->fraction - exponent)); /* of the last place */
    uint64_t one = (uint64_t)1 << f->fraction;
    if (exponent > highest || (exponent == highest && units >= 2 * one)) return sign | infinite;
    return sign | (units + ((uint64_t)(exponent - lowest) << f->fraction));
}

static bool compute(const char *name, const double *a, double *out)
{
    if (!strcmp(name, "fadd"))
        *out = a[0] + a[1];
    else if (!strcmp(name, "fsub"))
        *out = a[0] - a[1];
    else if (!strcmp(name, "fmul"))
        *out = a[0] * a[1];
    else if (!strcmp(name, "fdiv"))
        *out = a[0] / a[1];
    else if (!strcmp(name, "frem"))
        *out = fmod(a[0], a[1]);
    else if (!strcmp(name, "sqrt"))
        *out = sqrt(a[0]);
    else if (!strcmp(name, "fptrunc") || !strcmp(name, "fpext"))
        *out = a[0];
    else if (!strcmp(name, "floor"))
        *out = floor(a[0]);
    else if (!strcmp(name, "ceil"))
        *out = ceil(a[0]);
    else if (!strcmp(name, "trunc"))
        *out = trunc(a[0]);
    else if (!strcmp(name, "roundeven"))
        *out = rint(a[0]);
    else if (!strcmp(name, "minnum") || !strcmp(name, "minimum"))
        *out = fmin(a[0], a[1]);
    else if (!strcmp(name, "maxnum") || !strcmp(name, "maximum"))
        *out = fmax(a[0], a[1]);
    else
        return false;
    return true;
}

static bool is_extreme(const char *name)
{
    return !strncmp(name, "min", 3) || !strncmp(name, "max", 3);
}

/* float is computed as double, too: that is exact enough for what compute knows (24 bits, 53 bits),
 * but for the remainder, which is exact anyway. A product and sum that is rounded once is another
 * matter. */
static bool compute_fused(const format *f, const double *a, double *out)
{
    if (f->bits == 64)
        *out = fma(a[0], a[1], a[2]);
    else if (f->bits == 32)
        *out = (double)fmaf((float)a[0], (float)a[1], (float)a[2]);
    else
        return false;
    return true;
}

static bool take_apart(const char *what, char name[24], const format **to, const format **from)
{
    char result[8], operand[8];
    if (strpbrk(what, "~!") ||
        sscanf(what, "%23[a-z].%7[a-z0-9].%7[a-z0-9]", name, result, operand) != 3)
        return false;
    *to = find_format(result);
    *from = find_format(operand);
    return *to && *from;
}

tv_real tv_real_value(const char *what, const uint64_t *args, unsigned nargs, uint64_t *out)
{
    char name[24];
    double a[3], result;
    bool nan = false;
    const format *to, *from;
    if (nargs > 3 || !take_apart(what, name, &to, &from)) return TV_REAL_UNKNOWN;
    for (unsigned i = 0; i < nargs; i++) {
        a[i] = decode(from, args[i]);
        nan |= isnan(a[i]) != 0;
    }
    if (is_extreme(name) && (nan || (a[0] == 0 && a[1] == 0))) return TV_REAL_UNKNOWN;
    if (!(strcmp(name, "fma") ? compute(name, a, &result) : compute_fused(from, a, &result)))
        return TV_REAL_UNKNOWN;
    if (isnan(result)) return TV_REAL_NAN;
    *out = encode(to, result);
    return TV_REAL_NUMBER;
}

bool tv_real_is_nan(const char *what, uint64_t x)
{
    char name[24];
    const format *to, *from;
    return take_apart(what, name, &to, &from) && isnan(decode(to, x));
}
