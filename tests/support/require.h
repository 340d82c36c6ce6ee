/* For C programs that have no test framework. */
#ifndef PN_TESTS_REQUIRE_H
#define PN_TESTS_REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

static void require(int condition, const char* what)
{
    if (condition)
        return;
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
}

#endif
