#pragma once

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): glibc's and the linker's own names
#if defined(__aarch64__)
#define PN_FIRST_GLIBC "GLIBC_2.17"
#else
#define PN_FIRST_GLIBC "GLIBC_2.2.5" // of x86-64
#endif

// Declares pn_first_<name>, a function of glibc under a version that all have.
#define PN_VERSION(type, name, symbol, parameters)                                                                     \
    __asm__(".symver pn_first_" #name "," symbol);                                                                     \
    type pn_first_##name parameters;

// A function of the binary that calls the first version of a function of glibc.
#define PN_FIRST_VERSION(type, name, parameters, arguments)                                                            \
    PN_VERSION(type, name, #name "@" PN_FIRST_GLIBC, parameters)                                                       \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        return pn_first_##name arguments;                                                                              \
    }
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
