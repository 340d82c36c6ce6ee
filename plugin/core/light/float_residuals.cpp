#include "core/light/float_residuals.h"

#include "core/light/residual_view.h"

namespace pn {

FloatResiduals::FloatResiduals(std::span<const ProbeView> environments, std::span<const Extraction> extractions,
                               std::span<float* const> written)
    : m_environments(environments), m_residuals(environments.size()), m_missing(environments.size()),
      m_memory(environments.size())
{
    for (std::size_t i = 0; i < environments.size(); ++i)
    {
        if (extractions[i].filled.empty() || ResidualView::isHeldBy(environments[i].format))
            continue;
        m_residuals[i] = written[i];
        if (m_residuals[i] != nullptr)
            continue;
        m_memory[i] = std::make_unique_for_overwrite<float[]>(4 * environments[i].shape.texelCount());
        m_residuals[i] = m_missing[i] = m_memory[i].get();
    }
}

ProbeView FloatResiduals::view(std::size_t i) const
{
    const Shape& shape = m_environments[i].shape;
    ProbeView view{shape, PN_FORMAT_RGBA32F, std::size_t{shape.width} * 4 * sizeof(float), {}};
    for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        view.faces[face] = reinterpret_cast<const std::byte*>(m_residuals[i] + 4 * face * shape.texelsPerFace());
    return view;
}

} // namespace pn
