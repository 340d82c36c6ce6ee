#pragma once

#include "probenorm/probenorm.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace pn {

// A grid of texels on the sphere and how the sum over it is arranged. Everything about the order of summation
// that is not arithmetic stands here, and it depends on width and height alone (docs/math.md, section 5).
//
// A face is folded at its middle: the quarter has columns x rows texels, counted from the centre outwards. Rows are
// cut into segments. A virtual lane is one column of one segment; lanes of equal segment are neighbours.
struct Shape
{
    std::uint32_t faceCount = 6; // 1 for an equirect map
    std::uint32_t width = 1;
    std::uint32_t height = 1;

    static Shape cubemap(std::uint32_t faceSize) { return {6, faceSize, faceSize}; }
    static Shape equirect(std::uint32_t width, std::uint32_t height) { return {1, width, height}; }

    bool operator==(const Shape&) const = default;

    bool isCubemap() const { return faceCount == 6; }
    std::uint32_t columns() const { return (width + 1) / 2; }
    std::uint32_t rows() const { return (height + 1) / 2; }
    std::uint32_t laneColumns() const { return std::bit_ceil(columns()); } // those past columns() add zero

    static constexpr std::uint32_t kSegmentRows = 128; // long enough to hide the tree
    static constexpr std::uint32_t kMaxSegments = 64;

    std::uint32_t segments() const
    {
        return std::clamp(std::bit_floor(rows() / kSegmentRows), std::uint32_t{1}, kMaxSegments);
    }
    // Segments differ by one row at most, and none is empty. segmentBegin(segments()) is the end of the last.
    std::uint32_t segmentBegin(std::uint32_t segment) const { return segment * rows() / segments(); }
    std::uint32_t maxSegmentRows() const { return (rows() + segments() - 1) / segments(); }
    std::uint32_t lanes() const { return laneColumns() * segments(); }

    std::uint64_t texelsPerFace() const { return std::uint64_t{width} * height; }
    std::uint64_t texelCount() const { return texelsPerFace() * faceCount; }

    // The face's row or column that lies i steps from its centre, on either side; the same one twice at the
    // centre of an odd face.
    std::uint32_t left(std::uint32_t i) const { return columns() - 1 - i; }
    std::uint32_t right(std::uint32_t i) const { return width - columns() + i; }
    std::uint32_t top(std::uint32_t i) const { return rows() - 1 - i; }
    std::uint32_t bottom(std::uint32_t i) const { return height - rows() + i; }
    bool isCentreColumn(std::uint32_t i) const { return i == 0 && width % 2 == 1; }
    bool isCentreRow(std::uint32_t i) const { return i == 0 && height % 2 == 1; }
};

} // namespace pn
