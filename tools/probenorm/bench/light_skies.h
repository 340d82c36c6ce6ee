#pragma once

#include "bench/lights.h"

#include "core/backend.h"

#include <cstddef>
#include <vector>

namespace pn::bench {

// Cubemaps of noisy skies with suns, one after the other in memory.
class LightSkies
{
public:
    explicit LightSkies(const LightCase& what);

    const std::vector<PnCubemapView>& cubemaps() const { return m_cubemaps; }
    std::vector<ProbeView> views() const;
    std::uint64_t floatsPerProbe() const { return std::uint64_t{24} * m_case.faceSize * m_case.faceSize; } // r g b a

private:
    void render(std::byte* probe, std::uint32_t seed) const;

    LightCase m_case;
    std::vector<std::byte> m_texels;
    std::vector<PnCubemapView> m_cubemaps;
};

} // namespace pn::bench
