#include "core/light/residual_view.h"

#include "core/kernel/encode.h"

namespace pn {

ResidualView::ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled, ResidualMemory& memory,
                           std::uint32_t thread)
    : m_view(environment)
{
    const std::uint32_t width = m_view.shape.width, height = m_view.shape.height;
    std::array<std::byte*, 6> copies{};
    for (const FilledTexel& texel : filled)
    {
        const std::uint32_t face = texel.index / width / height, y = texel.index / width % height;
        if (copies[face] == nullptr)
        {
            copies[face] = memory.take(faceBytes(m_view), thread);
            std::memcpy(copies[face], m_view.faces[face], faceBytes(m_view));
            m_view.faces[face] = copies[face];
        }
        RgbBits bits;
        for (std::size_t c = 0; c < 3; ++c)
            bits[c] = std::bit_cast<std::uint32_t>(texel.radiance[c]);
        const std::size_t at = y * m_view.rowPitch + std::size_t{texel.index % width} * formatBytes(m_view.format);
        encodeTexel(m_view.format, bits, 0, copies[face] + at);
    }
}

} // namespace pn
