// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf8.h - which bytes of a text break the rules of UTF-8 (RFC 3629, table 3-7 of Unicode).
 *
 * A lead byte says how many continuation bytes follow. They must stand exactly where some lead byte
 * wants one. Of four lead bytes the first continuation byte is limited further:
 *
 *     E0 A0..BF    ED 80..9F    F0 90..BF    F4 80..8F */
#ifndef UTF8_H
#define UTF8_H

#include "streams.h"

typedef struct {
    stream lead, lead3, lead4, four, least, most; /* blocks before, of what is advanced */
} utf8_carries;

typedef struct {
    stream lead;          /* first bytes of characters of 2, 3, 4 bytes */
    stream lead3;         /* of 3, 4 */
    stream lead4;         /* of 4 */
    stream third, fourth; /* third and fourth bytes of characters, which a valid text has */
    stream bad;           /* some rule is broken here */
} utf8_marks;

INLINE utf8_marks utf8_scan(const basis *x, utf8_carries *c)
{
    const stream *b = x->bit;
    utf8_marks m;
    stream next = b[7] & ~b[6];
    m.lead = b[7] & b[6];
    m.lead3 = m.lead & b[5];
    m.lead4 = m.lead3 & b[4];
    m.bad = m.lead & ~(b[5] | b[4] | b[3] | b[2] | b[1]);                    /* C0, C1 */
    m.bad |= m.lead4 & (b[3] | (b[2] & (b[1] | b[0])));                      /* F5..FF */
    stream least = m.lead3 & ~(b[3] | b[2] | b[1] | b[0]);                   /* E0, F0 */
    stream most = (m.lead3 & b[3] & b[2] & ~b[1] & b[0]) | (m.lead4 & b[2]); /* ED, F4 */
    stream high = b[5] | (b[4] & advance(m.lead4, 1, &c->four));
    m.bad |= advance(least, 1, &c->least) & ~high;
    m.bad |= advance(most, 1, &c->most) & high;
    m.third = advance(m.lead3, 2, &c->lead3);
    m.fourth = advance(m.lead4, 3, &c->lead4);
    stream wanted = advance(m.lead, 1, &c->lead) | m.third | m.fourth;
    m.bad |= wanted ^ next;
    return m;
}

#endif
