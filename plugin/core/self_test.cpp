#include "core/self_test.h"

#include <algorithm>
#include <cstring>

namespace pn {
namespace {

// Numerical Recipes' quick generator: any fixed sequence will do.
class Sequence
{
public:
    std::uint32_t next() { return m_state = m_state * 1664525u + 1013904223u; }

private:
    std::uint32_t m_state = 1;
};

// Kernels take a column's texels for ordinary until they meet another. Every second column has none, so that both
// ways are tested; half denormals are ordinary.
std::uint32_t testHalf(Sequence& sequence, bool isOrdinary)
{
    const std::uint32_t kind = sequence.next() >> 24;
    const std::uint32_t bits = sequence.next() >> 16 & (isOrdinary ? 0x7fffu : ~0u);
    if (kind < 4 && !isOrdinary)
        return bits | 0x7c00u; // infinite or NaN
    if (kind < 24)
        return bits & 0x83ffu;         // denormal or zero
    return (bits & 0x8fffu) + 0x3000u; // 2^-3 to 2
}

// As different in size as halves are, with bits below 2^-40 for the small ones.
std::uint32_t testFloat(Sequence& sequence, bool isOrdinary)
{
    const std::uint32_t kind = sequence.next() >> 24;
    const std::uint32_t bits = sequence.next() & (isOrdinary ? 0x7fffffffu : ~0u);
    if (kind < 4 && !isOrdinary)
        return bits | 0x7f800000u;
    if (kind < 24 && !isOrdinary)
        return (bits & 0x8fffffffu) + 0x30000000u; // 2^-31 to 1
    return (bits & 0x81ffffffu) + 0x3e000000u;     // 2^-3 to 2
}

std::uint32_t testWord(PnFormat format, Sequence& sequence, bool isOrdinary)
{
    constexpr std::uint32_t kTopExponentBits = 0x80200400u; // of the three small floats; without, all are finite
    switch (format)
    {
    case PN_FORMAT_RGBA32F:
    case PN_FORMAT_RGB32F: return testFloat(sequence, isOrdinary);
    case PN_FORMAT_RGBA16F: {
        const std::uint32_t low = testHalf(sequence, isOrdinary);
        return low | testHalf(sequence, isOrdinary) << 16;
    }
    default: {
        const std::uint32_t word = sequence.next() ^ sequence.next() >> 16; // every word of these is a texel
        return isOrdinary && format == PN_FORMAT_R11G11B10F ? word & ~kTopExponentBits : word;
    }
    }
}

} // namespace

SelfTest::SelfTest(const Shape& shape, PnFormat format)
    : m_shape(shape), m_format(format), m_texels(std::size_t(m_shape.texelCount()) * formatBytes(format))
{
    Sequence sequence;
    for (std::size_t i = 0; i < m_texels.size(); i += sizeof(std::uint32_t))
    {
        const auto x = std::uint32_t(i / formatBytes(format) % m_shape.width);
        const std::uint32_t column = x < m_shape.columns() ? m_shape.left(x) : x - m_shape.right(0);
        const std::uint32_t word = testWord(format, sequence, column % 2 == 1);
        std::memcpy(&m_texels[i], &word, sizeof(word));
    }
}

ProbeView SelfTest::view() const
{
    ProbeView view{m_shape, m_format, std::size_t{m_shape.width} * formatBytes(m_format), {}};
    for (std::uint32_t face = 0; face < m_shape.faceCount; ++face)
        view.faces[face] = m_texels.data() + face * (m_texels.size() / m_shape.faceCount);
    return view;
}

NormalizeTest::NormalizeTest(const ProbeView& view, bool makesMips) : m_makesMips(makesMips), m_mips{view}
{
    if (!makesMips && view.shape.width > 1) // of a corner's texels
        m_mips.push_back({Shape::cubemap(view.shape.width / 2), view.format, view.rowPitch, view.faces});
    while (makesMips && m_mips.back().shape.width > 1)
        m_mips.push_back({Shape::cubemap(m_mips.back().shape.width / 2), view.format, 0, {}});
    const PnFormat format = normalizedFormat(view.format);
    std::size_t texels = 0;
    for (const ProbeView& mip : m_mips)
        texels += std::size_t(mip.shape.texelCount());
    m_texels.resize(texels * formatBytes(format));
    std::byte* face = m_texels.data();
    for (const ProbeView& mip : m_mips)
    {
        CubemapTarget target{format, std::size_t{mip.shape.width} * formatBytes(format), {}};
        for (std::uint32_t i = 0; i < mip.shape.faceCount; ++i, face += target.rowPitch * mip.shape.height)
            target.faces[i] = face;
        m_targets.push_back(target);
    }
}

ProbeTask NormalizeTest::task(std::span<const shared::DenominatorParams> lobes)
{
    return {.mips = m_mips, .targets = m_targets, .madeMips = m_makesMips ? m_mips.size() - 1 : 0, .lobes = lobes};
}

PrefilterTest::PrefilterTest(const ProbeView& view, PnFormat target, std::uint32_t cubemapCount)
    : m_texels(cubemapCount)
{
    m_mips.push_back({view.shape.width, view.shape.width, PN_LOBE_GGX, 0, 0});
    for (const std::uint32_t size : {8u, 5u})
        m_mips.push_back(
            {view.shape.width, size, PN_LOBE_GGX, 0.5f, toleranceOf(PN_EFFORT_REALTIME, PN_LOBE_GGX, 0.5f)});
    m_targets.reserve(m_mips.size() * cubemapCount);
    for (std::vector<std::byte>& texels : m_texels)
    {
        const std::size_t first = m_targets.size();
        for (const PrefilterMip& mip : m_mips)
        {
            m_targets.push_back({.format = target, .rowPitch = mip.size * formatBytes(target)});
            texels.resize(texels.size() + 6 * mip.size * m_targets.back().rowPitch);
        }
        std::byte* at = texels.data();
        for (std::size_t i = 0; i < m_mips.size(); ++i)
            for (std::byte*& face : m_targets[first + i].faces)
            {
                face = at;
                at += m_mips[i].size * m_targets[first + i].rowPitch;
            }
        m_tasks.push_back({view, m_mips, std::span(m_targets).subspan(first)});
    }
}

bool PrefilterTest::allHaveBitsOf(const PrefilterTest& one) const
{
    return std::all_of(m_texels.begin(), m_texels.end(),
                       [&](const std::vector<std::byte>& texels) { return texels == one.m_texels.front(); });
}

bool sameBits(const ProbeResult& a, const ProbeResult& b)
{
    static_assert(sizeof(a) == sizeof(a.sh) + sizeof(a.counts)); // no padding between
    return std::memcmp(&a, &b, sizeof(a)) == 0; // NOLINT(bugprone-suspicious-memory-comparison): bits are meant
}

} // namespace pn
