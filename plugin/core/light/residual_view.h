#pragma once

#include "core/light/extract_lights.h"

#include <memory>

namespace pn {

// An environment without its lights, to be projected. Faces without a light are the caller's own, others are copies.
class ResidualView
{
public:
    // Whether texels of this format hold what lights are replaced by.
    static bool isHeldBy(PnFormat format)
    {
        return format == PN_FORMAT_RGBA32F || format == PN_FORMAT_RGB32F || format == PN_FORMAT_RGBA16F;
    }

    ResidualView() = default;
    ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled); // of such a format

    const ProbeView& view() const { return m_view; }

private:
    ProbeView m_view;
    std::array<std::unique_ptr<std::byte[]>, 6> m_copies;
};

} // namespace pn
