#include "core/texel_block.h"

#include <bit>

namespace pn {
namespace {

struct Position
{
    std::uint32_t x, y;
    bool counts; // the centre row and column of an odd face are loaded twice and counted once
};

Position sidePosition(const Shape& shape, std::uint32_t side, std::uint32_t column, std::uint32_t row)
{
    const bool isRight = side == kTopRight || side == kBottomRight;
    const bool isBottom = side == kBottomLeft || side == kBottomRight;
    return {isRight ? shape.right(column) : shape.left(column), isBottom ? shape.bottom(row) : shape.top(row),
            !(isRight && shape.isCentreColumn(column)) && !(isBottom && shape.isCentreRow(row))};
}

} // namespace

void TexelCounts::add(const TexelFlags& flags, std::uint32_t index)
{
    nonFinite += flags.nonFinite;
    negative += flags.negative;
    clamped += flags.clamped;
    if (flags.nonFinite)
        firstBad = std::min(firstBad, index);
}

void TexelCounts::merge(const TexelCounts& other)
{
    nonFinite += other.nonFinite;
    negative += other.negative;
    clamped += other.clamped;
    firstBad = std::min(firstBad, other.firstBad);
}

void readBlock(const SegmentJob& job, const BlockPosition& at, TexelBlock& block)
{
    const Shape& shape = job.geometry.shape;
    for (std::uint32_t side = 0; side < kSideCount; ++side)
        for (std::uint32_t lane = 0; lane < at.count; ++lane)
        {
            const Position p = sidePosition(shape, side, at.column + lane, at.row);
            const RgbBits texel = decodeTexel(job.face.format, job.face.texel(p.x, p.y));
            TexelFlags flags;
            for (std::uint32_t channel = 0; channel < 3; ++channel)
                block.values[side][channel][lane] =
                    std::bit_cast<float>(applyPolicy(texel[channel], job.policy, flags));
            if (p.counts && flags.any())
                job.counts.add(flags, job.faceFirst + p.y * shape.width + p.x);
        }
}

} // namespace pn
