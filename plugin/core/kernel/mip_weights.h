#pragma once

#include "core/shape.h"

#include <vector>

namespace pn {

// How the texels of a cubemap's mip count in the next one: with the solid angle of what a texel of that one covers of
// them. Worked out in double and rounded once; for the quarter of a face at its lower right, whose mirror images the
// others are.
struct MipWeights
{
    static constexpr std::uint32_t kMaxTaps = 3; // along one side; of an odd size, where the outer two may be cut

    // Rows rowBegin to rowEnd of the next mip's quarter face, counted from its centre. sourceSize is at least 2.
    MipWeights(std::uint32_t theSourceSize, std::uint32_t begin, std::uint32_t end);
    explicit MipWeights(std::uint32_t theSourceSize)
        : MipWeights(theSourceSize, 0, Shape::cubemap(theSourceSize / 2).rows())
    {
    }

    static std::uint32_t tapsOf(std::uint32_t sourceSize) { return sourceSize % 2 == 0 ? 2 : 3; }

    std::uint32_t taps() const { return tapsOf(sourceSize); }
    std::uint32_t tapStride() const { return (rowEnd - rowBegin) * rowStride; }

    // Of the texel in a row and column of the quarter; tap (i, j) is the source texel i to the right and j below the
    // first that it covers. They add up to 1.
    float at(std::uint32_t row, std::uint32_t column, std::uint32_t i, std::uint32_t j) const
    {
        return weights[std::size_t(j * taps() + i) * tapStride() + std::size_t(row - rowBegin) * rowStride + column];
    }

    std::uint32_t sourceSize, rowBegin, rowEnd;
    std::uint32_t rowStride;    // the quarter's columns
    std::vector<float> weights; // [tap][row][column]
};

} // namespace pn
