#pragma once

#include "core/inspect/inspected_map.h"

#include <vector>

namespace pn::inspect {

// Up to four texels far above all around them.
struct BrightCluster
{
    enum class Kind
    {
        Firefly,
        Unsure, // it may be a sun whose disc is smaller than a texel
        Sun     // its glow says so
    };

    Kind kind = Kind::Firefly;
    std::vector<std::uint32_t> texels; // the brightest first
    std::vector<std::uint32_t> ring;   // the texels that touch them
    double contrast = 0;               // of the brightest against the ring's median
    double flux = 0;                   // luminance times solid angle above the ring's median
};

// The brightest first.
std::vector<BrightCluster> findBrightClusters(const InspectedMap& map);

// The median of each channel, which is also that of its logarithm.
std::array<float, 3> medianOf(const InspectedMap& map, const std::vector<std::uint32_t>& texels);

} // namespace pn::inspect
