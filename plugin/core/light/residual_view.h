#pragma once

#include "core/light/extract_lights.h"
#include "core/light/residual_memory.h"

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

    // What copies of all faces take.
    static std::size_t bytes(const ProbeView& environment)
    {
        return environment.shape.faceCount * ResidualMemory::bytesTaken(faceBytes(environment));
    }

    ResidualView() = default;

    // The format must be one of those.
    ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled, ResidualMemory& memory,
                 std::uint32_t thread);

    const ProbeView& view() const { return m_view; }

private:
    // The last row of a face may end where its texels end.
    static std::size_t faceBytes(const ProbeView& view)
    {
        return (view.shape.height - 1) * view.rowPitch + std::size_t{view.shape.width} * formatBytes(view.format);
    }

    ProbeView m_view;
};

} // namespace pn
