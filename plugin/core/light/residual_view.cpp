#include "core/light/residual_view.h"

#include "core/kernel/encode.h"

namespace pn {

ResidualView::ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled) : m_view(environment)
{
    const std::uint32_t width = m_view.shape.width, height = m_view.shape.height;
    for (const FilledTexel& texel : filled)
    {
        const std::uint32_t face = texel.index / width / height, y = texel.index / width % height;
        std::byte* const copy = m_copies[face] ? m_copies[face].get() : copyFace(face);
        RgbBits bits;
        for (std::size_t c = 0; c < 3; ++c)
            bits[c] = std::bit_cast<std::uint32_t>(texel.radiance[c]);
        const std::size_t at = y * m_view.rowPitch + std::size_t{texel.index % width} * formatBytes(m_view.format);
        encodeTexel(m_view.format, bits, 0, copy + at);
    }
}

ResidualView::ResidualView(const Shape& shape, const float* texels)
    : m_view{shape, PN_FORMAT_RGBA32F, std::size_t{shape.width} * 4 * sizeof(float), {}}
{
    for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        m_view.faces[face] = reinterpret_cast<const std::byte*>(texels + 4 * face * shape.texelsPerFace());
}

// The last row of a face may end where its texels end.
std::byte* ResidualView::copyFace(std::uint32_t face)
{
    const std::size_t bytes =
        (m_view.shape.height - 1) * m_view.rowPitch + std::size_t{m_view.shape.width} * formatBytes(m_view.format);
    m_copies[face] = std::make_unique_for_overwrite<std::byte[]>(bytes);
    std::memcpy(m_copies[face].get(), m_view.faces[face], bytes);
    m_view.faces[face] = m_copies[face].get();
    return m_copies[face].get();
}

} // namespace pn
