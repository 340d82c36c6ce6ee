// Loads the four mirror images of a block of columns, for sh_project.cpp. Compiled once for each instruction set.
#if defined(PN_CORE_QUAD_LOADER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_QUAD_LOADER_INL_H
#undef PN_CORE_QUAD_LOADER_INL_H
#else
#define PN_CORE_QUAD_LOADER_INL_H
#endif

#include <hwy/highway.h>

#include "core/kernel/sh_project.h"

#include "core/kernel/exact_texels.h"
#include "core/kernel/texel_loader-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

// The four mirror images of a block of columns.
struct Quad
{
    Rgb side[kSideCount];

    bool exceeds(std::uint32_t maximumBits) const
    {
        VU most = hn::Zero(U());
        for (const Rgb& rgb : side)
            for (const VF value : rgb.channel)
                most = hn::Max(most, hn::BitCast(U(), value));
        return !hn::AllFalse(U(), hn::Gt(most, hn::Set(U(), maximumBits)));
    }
};

inline Quad loadBlock(const TexelBlock& block)
{
    Quad quad;
    for (std::uint32_t side = 0; side < kSideCount; ++side)
        for (std::uint32_t channel = 0; channel < 3; ++channel)
            quad.side[side].channel[channel] = hn::Load(F(), block.values[side][channel]);
    return quad;
}

// Loads columns of one row with their mirror images. It reads nothing outside of the face.
template <PnFormat kFormat>
class QuadLoader
{
public:
    explicit QuadLoader(const SegmentJob& job)
        : m_job(job), m_shape(job.geometry.shape), m_texelBytes(formatBytes(job.face.format)),
          m_table(job.face.format == PN_FORMAT_RGBA8_SRGB ? srgbTable().data() : unormTable().data())
    {
    }

    HWY_INLINE Quad load(const BlockPosition& at) const
    {
        Range range = Range::none();
        Quad quad;
        const std::byte* top = m_job.face.texel(0, m_shape.top(at.row));
        const std::byte* bottom = m_job.face.texel(0, m_shape.bottom(at.row));
        quad.side[kTopLeft] = left(top, at, range);
        quad.side[kTopRight] = right(top, at, range);
        quad.side[kBottomLeft] = left(bottom, at, range);
        quad.side[kBottomRight] = right(bottom, at, range);

        const bool clamps = m_job.policy.clamps() && quad.exceeds(m_job.policy.maximumBits);
        if (HWY_LIKELY(Texels<kFormat>::ordinary(range) && !clamps))
            return quad;
        TexelBlock block;
        decodeSpecialQuad(m_job, at, block);
        return loadBlock(block);
    }

    // How many rows ahead to prefetch. In a small face the next row is needed before it could arrive, so several rows
    // are skipped.
    std::uint32_t rowsAhead() const
    {
        constexpr std::size_t kBytesAhead = 4096;
        return std::uint32_t(std::max<std::size_t>(1, kBytesAhead / (m_shape.width * m_texelBytes)));
    }

    // Prefetches a block's share of a later row. The processor's own prefetcher stops at the end of a page, which is
    // often the end of a row. The addresses go upwards in memory, so that the processor recognises a stream and adds
    // its own requests.
    HWY_INLINE void prefetch(const BlockPosition& at) const
    {
        const std::size_t begin = std::size_t{at.column} * 2 * m_texelBytes;
        const std::size_t end = std::min(begin + at.count * 2 * m_texelBytes, m_shape.width * m_texelBytes);
        const std::byte* bottom = m_job.face.texel(0, m_shape.bottom(at.row));
        const std::byte* top = m_job.face.texel(0, m_shape.top(at.row));
        for (std::size_t i = begin; i < end; i += kLineBytes)
            prefetchLine(bottom + i);
        for (std::size_t i = begin; i < end; i += kLineBytes)
            prefetchLine(top + i);
    }

private:
    HWY_INLINE Rgb right(const std::byte* row, const BlockPosition& at, Range& range) const
    {
        const std::byte* from = row + std::size_t{m_shape.right(at.column)} * m_texelBytes;
        if (HWY_LIKELY(at.count == PN_LANES))
            return Texels<kFormat>::template load<false>(from, m_table, range);
        alignas(64) std::byte padded[kMaxBlock * 16] = {};
        std::memcpy(padded, from, at.count * m_texelBytes);
        return Texels<kFormat>::template load<false>(padded, m_table, range);
    }

    HWY_INLINE Rgb left(const std::byte* row, const BlockPosition& at, Range& range) const
    {
        const std::byte* from = row + std::size_t{m_shape.left(at.column + at.count - 1)} * m_texelBytes;
        if (HWY_LIKELY(at.count == PN_LANES))
            return Texels<kFormat>::template load<true>(from, m_table, range);
        alignas(64) std::byte padded[kMaxBlock * 16] = {};
        std::memcpy(padded + (PN_LANES - at.count) * m_texelBytes, from, at.count * m_texelBytes);
        return Texels<kFormat>::template load<true>(padded, m_table, range);
    }

    const SegmentJob& m_job;
    const Shape m_shape;
    const std::size_t m_texelBytes;
    const float* m_table;
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
