#include "core/light/residual_view.h"

#include "core/kernel/encode.h"

namespace pn {

ResidualView::ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled) : m_view(environment)
{
    const std::uint32_t width = m_view.shape.width, height = m_view.shape.height;
    const std::size_t texelBytes = formatBytes(m_view.format);
    const std::size_t faceBytes = (height - 1) * m_view.rowPitch + width * texelBytes; // the last row may end there
    for (const FilledTexel& texel : filled)
    {
        const std::uint32_t face = texel.index / width / height, y = texel.index / width % height;
        std::unique_ptr<std::byte[]>& copy = m_copies[face];
        if (!copy)
        {
            copy = std::make_unique_for_overwrite<std::byte[]>(faceBytes);
            std::memcpy(copy.get(), m_view.faces[face], faceBytes);
            m_view.faces[face] = copy.get();
        }
        RgbBits bits;
        for (std::size_t c = 0; c < 3; ++c)
            bits[c] = std::bit_cast<std::uint32_t>(texel.radiance[c]);
        encodeTexel(m_view.format, bits, 0, copy.get() + y * m_view.rowPitch + texel.index % width * texelBytes);
    }
}

} // namespace pn
