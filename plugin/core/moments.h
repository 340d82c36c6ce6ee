#pragma once

#include <array>
#include <cstdint>

namespace pn {

// What is summed. Texel directions in a face's own frame are (a, b, c), c along the face's axis, b downwards.
// Of an environment folded into its four mirror classes (even or odd in a, even or odd in b), one column needs
//
//   degree d:  EE  w c^d,   OE  w c^d,   EO  w b c^(d-1),   OO  w b c^(d-1)     (OE, EO from d = 1; OO from d = 2)
//
// because b^2 = 1 - a^2 - c^2 and a is c times a constant of the column. Lower degrees come first, so that fewer
// bands are a prefix of more. See docs/math.md, section 5.
inline constexpr std::uint32_t kMaxSums = 16;
inline constexpr std::uint32_t kMaxMoments = 25;

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

// The moment of a^i c^k, or of a^i c^k b: with i + k (+ 1) = degree there are 2 degree + 1 of them.
struct Moment
{
    std::uint32_t i = 0; // power of a
    std::uint32_t k = 0; // power of c
    std::uint32_t j = 0; // power of b, 0 or 1

    constexpr std::uint32_t degree() const { return i + k + j; }
    constexpr Mirror mirror() const { return Mirror(i % 2 + 2 * j); }
    constexpr std::uint32_t sum() const { return sumIndex(mirror(), degree()); }
};

constexpr std::array<Moment, kMaxMoments> makeMoments()
{
    std::array<Moment, kMaxMoments> moments{};
    std::uint32_t next = 0;
    for (std::uint32_t degree = 0; degree < 5; ++degree)
        for (std::uint32_t j = 0; j <= (degree > 0 ? 1u : 0u); ++j)
            for (std::uint32_t i = 0; i + j <= degree; ++i)
                moments[next++] = {i, degree - i - j, j};
    return moments;
}

inline constexpr std::array<Moment, kMaxMoments> kMoments = makeMoments();

} // namespace pn
