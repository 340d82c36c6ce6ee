#include "core/kernel/texel_block.h"

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

// A texel with the policy applied and its special values counted.
RgbBits decodeSpecial(const SegmentJob& job, const Position& p)
{
    TexelFlags flags;
    RgbBits bits = decodeTexel(job.face.format, job.face.texel(p.x, p.y));
    for (std::uint32_t& channel : bits)
        channel = applyPolicy(channel, job.policy, flags);
    if (p.counts && flags.any())
        job.counts.add(flags, job.faceFirst + p.y * job.geometry.shape.width + p.x);
    return bits;
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

void decodeSpecialQuad(const SegmentJob& job, const BlockPosition& at, TexelBlock& block)
{
    for (std::uint32_t side = 0; side < kSideCount; ++side)
        for (std::uint32_t lane = 0; lane < at.count; ++lane)
        {
            const RgbBits bits = decodeSpecial(job, sidePosition(job.geometry.shape, side, at.column + lane, at.row));
            for (std::uint32_t channel = 0; channel < 3; ++channel)
                block.values[side][channel][lane] = std::bit_cast<float>(bits[channel]);
        }
}

} // namespace pn
