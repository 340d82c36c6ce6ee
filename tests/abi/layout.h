/* Assertions that every C and C++ since C99 understands, for layout*.c. */
#ifndef PN_ABI_LAYOUT_H
#define PN_ABI_LAYOUT_H

#include <stddef.h>

#define PN_JOIN2(a, b) a##b
#define PN_JOIN(a, b) PN_JOIN2(a, b)
#define PN_HOLDS(condition) typedef char PN_JOIN(pn_holds_, __LINE__)[(condition) ? 1 : -1]
#define PN_FIELD(Type, field, offset, bytes)                                                                           \
    PN_HOLDS(offsetof(Type, field) == (offset) && sizeof(((Type*)0)->field) == (bytes))

#endif
