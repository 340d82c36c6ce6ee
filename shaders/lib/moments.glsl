// Turns the sums of a column into its moments. Twin of plugin/core/kernel/moments.h; docs/math.md, section 5. Needs:
// kBands, kTinyProductBits, geometry, params.

const uint kMaxSums = 16u;
const uint kMaxValues = 75u; // moments of three channels
const float kCentre = 0.375;

// Calls XN(moment, degree, first term, sums...) for each moment, where N is the number of its terms.
#define PN_FOR_MOMENTS(X1, X2, X3) \
    X1(0, 0, 0, 0) \
    X1(1, 1, 1, 3) X1(2, 1, 2, 1) X1(3, 1, 3, 2) \
    X1(4, 2, 4, 7) X1(5, 2, 5, 6) X2(6, 2, 6, 0, 4) X1(7, 2, 8, 5) X2(8, 2, 9, 0, 4) \
    X2(9, 3, 11, 3, 10) X1(10, 3, 13, 11) X2(11, 3, 14, 3, 10) X2(12, 3, 16, 1, 8) X2(13, 3, 18, 2, 9) \
    X2(14, 3, 20, 1, 8) X2(15, 3, 22, 2, 9) \
    X2(16, 4, 24, 7, 15) X2(17, 4, 26, 6, 14) X2(18, 4, 28, 7, 15) X2(19, 4, 30, 6, 14) X3(20, 4, 32, 0, 4, 12) \
    X2(21, 4, 35, 5, 13) X3(22, 4, 37, 0, 4, 12) X2(23, 4, 40, 5, 13) X3(24, 4, 42, 0, 4, 12)

// The index of the sum of a mirror class (0 even-even, 1 odd in a, 2 odd in b, 3 odd in both) and degree.
#define PN_SUM_INDEX(mirror, degree) ((degree) == 0 ? 0 : (degree) == 1 ? 1 + (mirror) : 4 * ((degree) - 1) + (mirror))

vec3 zeroTinyProduct(vec3 value)
{
    uvec3 magnitude = floatBitsToUint(value) & ~kSignBit;
    return vec3(magnitude.x < kTinyProductBits ? 0.0 : value.x, magnitude.y < kTinyProductBits ? 0.0 : value.y,
                magnitude.z < kTinyProductBits ? 0.0 : value.z);
}

#define PN_SET_MOMENT(m, moment) \
    values[3 * m] = moment.x; \
    values[3 * m + 1] = moment.y; \
    values[3 * m + 2] = moment.z;

#define PN_TERM(name, term, sum) \
    precise vec3 name = sums[sum] * geometry[params.factorOffset + (term) * params.factorStride + column]; \
    name = zeroTinyProduct(name);

#define PN_MAKE_MOMENT_1(m, degree, first, sum0) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_SET_MOMENT(m, term0) \
    }

#define PN_MAKE_MOMENT_2(m, degree, first, sum0, sum1) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_TERM(term1, first + 1, sum1) \
        precise vec3 moment = term0 + term1; \
        PN_SET_MOMENT(m, moment) \
    }

#define PN_MAKE_MOMENT_3(m, degree, first, sum0, sum1, sum2) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_TERM(term1, first + 1, sum1) \
        PN_TERM(term2, first + 2, sum2) \
        precise vec3 moment = term0 + term1 + term2; \
        PN_SET_MOMENT(m, moment) \
    }

// The moments of a column from its sums.
void makeMoments(uint column, vec3 sums[kMaxSums], inout float values[kMaxValues + 1])
{
    PN_FOR_MOMENTS(PN_MAKE_MOMENT_1, PN_MAKE_MOMENT_2, PN_MAKE_MOMENT_3)
}
