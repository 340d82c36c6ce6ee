// How the sums of a column make its moments; the twin of plugin/core/moments.h. See docs/math.md, section 5.

const uint kMaxSums = 16u;
const uint kMaxMoments = 25u;

// Where the sum of a mirror class (0 even-even, 1 odd in a, 2 odd in b, 3 odd in both) and degree stands.
uint sumIndex(uint mirror, uint degree)
{
    return degree == 0u ? 0u : degree == 1u ? 1u + mirror : 4u * (degree - 1u) + mirror;
}
