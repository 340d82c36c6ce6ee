/* Prints how this machine's C compiler lays out every field of the public structs: type, its size, field, offset,
 * bytes. The list of fields is that of tests/abi/layout.c. */
#include <probenorm/probenorm.h>
#include <probenorm/probenorm_unity.h>
#include <probenorm/probenorm_vulkan.h>

#include <stddef.h>
#include <stdio.h>

#define PN_HOLDS(condition)
#define PN_FIELD(Type, field, offset, bytes)                                                                           \
    printf("%s %u %s %u %u\n", #Type, (unsigned)sizeof(Type), #field, (unsigned)offsetof(Type, field),                 \
           (unsigned)sizeof(((Type*)0)->field))

int main(void)
{
#include "abi/layout.c"
    return 0;
}
