// How the sums of a column make its moments; the twin of plugin/core/kernel/moments.h. See docs/math.md, section 5.
//
// Everything here is written out by macros rather than looped: only what is indexed by constants stays in registers
// on every driver, and these arrays in memory made the kernel ten times slower.

const uint kMaxSums = 16u;
const uint kMaxValues = 75u; // moments of three channels
const float kCentre = 0.375;

// XN(moment, degree, first term, sums...) for each moment, by the number of its terms.
#define PN_FOR_MOMENTS(X1, X2, X3) \
    X1(0, 0, 0, 0) \
    X1(1, 1, 1, 3) X1(2, 1, 2, 1) X1(3, 1, 3, 2) \
    X1(4, 2, 4, 7) X1(5, 2, 5, 6) X2(6, 2, 6, 0, 4) X1(7, 2, 8, 5) X2(8, 2, 9, 0, 4) \
    X2(9, 3, 11, 3, 10) X1(10, 3, 13, 11) X2(11, 3, 14, 3, 10) X2(12, 3, 16, 1, 8) X2(13, 3, 18, 2, 9) \
    X2(14, 3, 20, 1, 8) X2(15, 3, 22, 2, 9) \
    X2(16, 4, 24, 7, 15) X2(17, 4, 26, 6, 14) X2(18, 4, 28, 7, 15) X2(19, 4, 30, 6, 14) X3(20, 4, 32, 0, 4, 12) \
    X2(21, 4, 35, 5, 13) X3(22, 4, 37, 0, 4, 12) X2(23, 4, 40, 5, 13) X3(24, 4, 42, 0, 4, 12)

// X(i) for i = 0 to N - 1.
#define PN_FOR_1(X) \
    X(0)
#define PN_FOR_2(X) \
    X(0) X(1)
#define PN_FOR_3(X) \
    X(0) X(1) X(2)
#define PN_FOR_5(X) \
    X(0) X(1) X(2) X(3) X(4)
#define PN_FOR_10(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)
#define PN_FOR_19(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18)
#define PN_FOR_38(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) \
    X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33) X(34) X(35) X(36) \
    X(37)
#define PN_FOR_75(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) \
    X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33) X(34) X(35) X(36) \
    X(37) X(38) X(39) X(40) X(41) X(42) X(43) X(44) X(45) X(46) X(47) X(48) X(49) X(50) X(51) X(52) X(53) X(54) \
    X(55) X(56) X(57) X(58) X(59) X(60) X(61) X(62) X(63) X(64) X(65) X(66) X(67) X(68) X(69) X(70) X(71) X(72) \
    X(73) X(74)

// Where the sum of a mirror class (0 even-even, 1 odd in a, 2 odd in b, 3 odd in both) and degree stands.
#define PN_SUM_INDEX(mirror, degree) ((degree) == 0 ? 0 : (degree) == 1 ? 1 + (mirror) : 4 * ((degree) - 1) + (mirror))
