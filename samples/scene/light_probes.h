// ProbeNorm at work: captures become coefficients, which are interpolated between light probes.
#pragma once

#include "cubemap.h"
#include "last_mip.h"
#include "scene.h"

#include <probenorm/probenorm.hpp>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scene {

// A context of ProbeNorm on the CPU, which is the fastest for captures of this size.
class Projector
{
public:
    std::vector<PnSh> project(std::span<const Cubemap> cubemaps) const;

    // Mips for surfaces of rising roughness, the last one of 4 texels along an edge or a little more.
    std::vector<Cubemap> prefilter(const Cubemap& cubemap) const;

    // For surfaces of roughness 1.
    LastMips lastMips(const Cubemap& cubemap, unsigned threadCount) const;

private:
    probenorm::Context m_context{PN_BACKEND_CPU};
};

// Positions of the grids' light probes, grid by grid, x fastest.
std::vector<vec3> lightProbePositions(const std::vector<Volume>& volumes);

// Light anywhere: interpolated linearly in x, y and z in the nearest grid. A probe without light, which stands inside
// of something, is left out.
class LightField
{
public:
    // In the order of lightProbePositions.
    LightField(std::vector<Volume> volumes, std::vector<std::optional<PnSh>> probes)
        : m_volumes(std::move(volumes)), m_probes(std::move(probes))
    {
    }

    PnSh at(vec3 position) const;

private:
    std::vector<Volume> m_volumes;
    std::vector<std::optional<PnSh>> m_probes;
};

} // namespace scene
