// Loops written out by macros. Arrays stay in registers on every driver only if all indices are constants. With loops,
// the arrays of a lane were in memory, and sh_project.comp was ten times slower.

// Calls X(i) for N values of i, starting with first.
#define PN_FOR_8_FROM(X, first) \
    X((first)) X((first + 1)) X((first + 2)) X((first + 3)) X((first + 4)) X((first + 5)) X((first + 6)) X((first + 7))
#define PN_FOR_32_FROM(X, first) \
    PN_FOR_8_FROM(X, first) PN_FOR_8_FROM(X, first + 8) PN_FOR_8_FROM(X, first + 16) PN_FOR_8_FROM(X, first + 24)

// Calls X(i) for i = 0 to N - 1.
#define PN_FOR_1(X) X(0)
#define PN_FOR_2(X) X(0) X(1)
#define PN_FOR_3(X) X(0) X(1) X(2)
#define PN_FOR_5(X) X(0) X(1) X(2) X(3) X(4)
#define PN_FOR_10(X) PN_FOR_8_FROM(X, 0) X(8) X(9)
#define PN_FOR_16(X) PN_FOR_8_FROM(X, 0) PN_FOR_8_FROM(X, 8)
#define PN_FOR_19(X) PN_FOR_16(X) X(16) X(17) X(18)
#define PN_FOR_38(X) PN_FOR_32_FROM(X, 0) X(32) X(33) X(34) X(35) X(36) X(37)
#define PN_FOR_75(X) PN_FOR_32_FROM(X, 0) PN_FOR_32_FROM(X, 32) PN_FOR_8_FROM(X, 64) X(72) X(73) X(74)
