// Folds the four mirror images of a position and adds them to the sums of their column; docs/math.md, section 5.
// Needs: kBands, kEquirect, moments.glsl.

// The mirror images of a position.
struct Values
{
    vec3 topLeft, topRight, bottomLeft, bottomRight;
};

#define PN_ADD_PRODUCT(channel, mirror, degree, fold, factor) \
    if (kBands > degree) \
    { \
        precise float sum = sums[PN_SUM_INDEX(mirror, degree)].channel + fold * factor; \
        sums[PN_SUM_INDEX(mirror, degree)].channel = sum; \
    }

#define PN_ADD_CHANNEL(channel) \
    { \
        precise float topSum = v.topLeft.channel + v.topRight.channel; \
        precise float topDifference = v.topRight.channel - v.topLeft.channel; \
        precise float bottomSum = v.bottomLeft.channel + v.bottomRight.channel; \
        precise float bottomDifference = v.bottomRight.channel - v.bottomLeft.channel; \
        precise float evenEven = topSum + bottomSum, oddEven = topDifference + bottomDifference; \
        precise float evenOdd = bottomSum - topSum, oddOdd = bottomDifference - topDifference; \
        PN_ADD_PRODUCT(channel, 0, 0, evenEven, weight) \
        PN_ADD_PRODUCT(channel, 0, 1, evenEven, ws) \
        PN_ADD_PRODUCT(channel, 1, 1, oddEven, ws) \
        PN_ADD_PRODUCT(channel, 2, 1, evenOdd, wb) \
        PN_ADD_PRODUCT(channel, 0, 2, evenEven, wq) \
        PN_ADD_PRODUCT(channel, 1, 2, oddEven, wss) \
        PN_ADD_PRODUCT(channel, 2, 2, evenOdd, wbs) \
        PN_ADD_PRODUCT(channel, 3, 2, oddOdd, wbs) \
        PN_ADD_PRODUCT(channel, 0, 3, evenEven, wsq) \
        PN_ADD_PRODUCT(channel, 1, 3, oddEven, wsq) \
        PN_ADD_PRODUCT(channel, 2, 3, evenOdd, wbq) \
        PN_ADD_PRODUCT(channel, 3, 3, oddOdd, wbss) \
        PN_ADD_PRODUCT(channel, 0, 4, evenEven, wqq) \
        PN_ADD_PRODUCT(channel, 1, 4, oddEven, wssq) \
        PN_ADD_PRODUCT(channel, 2, 4, evenOdd, wbsq) \
        PN_ADD_PRODUCT(channel, 3, 4, oddOdd, wbsq) \
    }

// Adds one row of a column to its sums, with the weights of plugin/core/kernel/moments.h. The compiler removes what
// only degrees beyond kBands need. The channels are added one after the other: all three at once need more registers.
void addValues(Values v, float weight, float cosine, float rowPosition, inout vec3 sums[kMaxSums])
{
    precise float b = kEquirect != 0u ? rowPosition : rowPosition * cosine;
    precise float ws = weight * cosine, wb = weight * b;
    precise float q = b * b - kCentre;
    precise float wq = weight * q, wss = ws * cosine, wbs = wb * cosine;
    precise float wsq = ws * q, wbq = wb * q, wbss = wbs * cosine;
    precise float wqq = wq * q, wssq = wss * q, wbsq = wbs * q;
    PN_ADD_CHANNEL(x)
    PN_ADD_CHANNEL(y)
    PN_ADD_CHANNEL(z)
}
