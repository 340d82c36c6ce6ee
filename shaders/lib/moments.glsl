// How the sums of a column make its moments; the twin of plugin/core/moments.h. See docs/math.md, section 5.
//
// Everything here is written out by macros rather than looped: only what is indexed by constants stays in registers
// on every driver, and these arrays in memory made the kernel ten times slower.

const uint kMaxSums = 16u;
const uint kMaxMoments = 25u;

// X(moment, degree, i, k, j) for the moment of a^i c^k b^j, lower degrees first.
#define PN_FOR_MOMENTS(X) \
    X(0, 0, 0, 0, 0) \
    X(1, 1, 0, 1, 0) X(2, 1, 1, 0, 0) X(3, 1, 0, 0, 1) \
    X(4, 2, 0, 2, 0) X(5, 2, 1, 1, 0) X(6, 2, 2, 0, 0) X(7, 2, 0, 1, 1) X(8, 2, 1, 0, 1) \
    X(9, 3, 0, 3, 0) X(10, 3, 1, 2, 0) X(11, 3, 2, 1, 0) X(12, 3, 3, 0, 0) X(13, 3, 0, 2, 1) \
    X(14, 3, 1, 1, 1) X(15, 3, 2, 0, 1) \
    X(16, 4, 0, 4, 0) X(17, 4, 1, 3, 0) X(18, 4, 2, 2, 0) X(19, 4, 3, 1, 0) X(20, 4, 4, 0, 0) \
    X(21, 4, 0, 3, 1) X(22, 4, 1, 2, 1) X(23, 4, 2, 1, 1) X(24, 4, 3, 0, 1)

// Where the sum of a mirror class (0 even-even, 1 odd in a, 2 odd in b, 3 odd in both) and degree stands.
#define PN_SUM_INDEX(mirror, degree) ((degree) == 0 ? 0 : (degree) == 1 ? 1 + (mirror) : 4 * ((degree) - 1) + (mirror))
