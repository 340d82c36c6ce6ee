#pragma once

#include <array>
#include <cstdint>

namespace pn {

// What is summed. Texel directions in a face's own frame are (a, b, c), c along the face's axis, b downwards. A moment
// is the sum of texel * weight * harmonic over a face, for the real harmonics l (l + 1) + m of (a, b, c) as (x, y, z).
//
// Along a column a = s alpha and c = s gamma with alpha and gamma constant, and s^2 is linear in b^2. So of an
// environment folded into its four mirror classes (even or odd in a, even or odd in b) a column needs no more than
//
//   degree   even-even   odd in a   odd in b   odd in both
//   0        w
//   1        w s         w s        w b
//   2        w q         w s^2      w b s      w b s               q = b^2 - 3/8
//   3        w s q       w s q      w b q      w b s^2
//   4        w q^2       w s^2 q    w b s q    w b s q
//
// and a moment of degree l is a combination of the sums of its class at degrees l, l - 2, ... with factors that belong
// to the column. Lower degrees come first, so that fewer bands are a prefix of more. See docs/math.md, section 5.
inline constexpr std::uint32_t kMaxSums = 16;
inline constexpr std::uint32_t kMaxMoments = 25;
inline constexpr std::uint32_t kMaxTerms = 45;

constexpr std::uint32_t sumCount(std::uint32_t bands)
{
    return bands == 1 ? 1 : 4 * (bands - 1);
}

constexpr std::uint32_t momentCount(std::uint32_t bands)
{
    return bands * bands;
}

enum class Mirror : std::uint32_t
{
    EvenEven,
    OddEven, // odd in a
    EvenOdd, // odd in b
    OddOdd
};

// Where the sum of a mirror class and degree stands among the sums of a column.
constexpr std::uint32_t sumIndex(Mirror mirror, std::uint32_t degree)
{
    return degree == 0 ? 0 : degree == 1 ? 1 + std::uint32_t(mirror) : 4 * (degree - 1) + std::uint32_t(mirror);
}

constexpr std::uint32_t leastDegree(Mirror mirror)
{
    return mirror == Mirror::EvenEven ? 0 : mirror == Mirror::OddOdd ? 2 : 1;
}

// One of the products that make a moment: factor of the column * sum.
struct MomentTerm
{
    std::uint32_t moment = 0;
    std::uint32_t sum = 0;
};

struct MomentTerms
{
    std::array<MomentTerm, kMaxTerms> terms{}; // by rising moment, then by rising sum
    std::array<std::uint32_t, kMaxMoments + 1> first{};
};

// The harmonic of cos(m phi) is odd in a where m is, and that of sin(m phi) is odd in b, and in a where m is even.
constexpr Mirror harmonicMirror(std::int32_t m)
{
    const bool isOdd = m % 2 != 0;
    if (m >= 0)
        return isOdd ? Mirror::OddEven : Mirror::EvenEven;
    return isOdd ? Mirror::EvenOdd : Mirror::OddOdd;
}

constexpr MomentTerms makeMomentTerms()
{
    MomentTerms result;
    std::uint32_t next = 0, moment = 0;
    for (std::uint32_t l = 0; l < 5; ++l)
        for (std::int32_t m = -std::int32_t(l); m <= std::int32_t(l); ++m, ++moment)
        {
            result.first[moment] = next;
            const Mirror mirror = harmonicMirror(m);
            for (std::uint32_t degree = l % 2; degree <= l; degree += 2)
                if (degree >= leastDegree(mirror))
                    result.terms[next++] = {moment, sumIndex(mirror, degree)};
        }
    result.first[moment] = next;
    return result;
}

inline constexpr MomentTerms kMomentTerms = makeMomentTerms();
static_assert(kMomentTerms.first[kMaxMoments] == kMaxTerms);

// Terms of all moments of so many bands.
constexpr std::uint32_t termCount(std::uint32_t bands)
{
    return kMomentTerms.first[momentCount(bands)];
}

// The centre of the weights of a column's sums: q = b^2 - kCentre. b^2 is at most 1/2 on a cube and 1 on an
// equirectangular map. Harmonics written in q have small factors, so they do not amplify the rounding of a sum.
inline constexpr float kCentre = 0.375f;

using ColumnFactors = std::array<double, kMaxTerms>;

// The harmonics of a face's frame along one column, where a = s alpha and c = s gamma: harmonic m of (a, b, c) is the
// sum over kMomentTerms of factor * weight, with the weights of moments.h for w = 1.
ColumnFactors columnFactors(double alpha, double gamma);

} // namespace pn
