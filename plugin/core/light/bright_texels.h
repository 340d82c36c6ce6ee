#pragma once

#include "core/light/sphere_grid.h"

#include "core/backend.h"

#include <array>
#include <cstdint>
#include <vector>

// The first half of light extraction: which texels are bright enough to belong to a light. Counts are integers, so no
// order and no device changes them.
namespace pn {

// A texel as the projection sees it: decoded, with the policy applied.
std::array<float, 3> radianceOf(const ProbeView& view, const TexelPolicy& policy, std::uint32_t index);

// Rec. 709, of what is not negative.
float luminanceOf(const std::array<float, 3>& rgb);

// Areas of the sphere by luminance, on a logarithmic scale: 64 octaves from 2^-32 on, 64 bins each. A bin is a range of
// the float's bits. Areas are in units of 1/256 of the mean texel.
class LuminanceHistogram
{
public:
    static constexpr std::uint32_t kBins = 4096;

    LuminanceHistogram(const SphereGrid& grid, std::span<const float> luminances);

    static std::uint32_t binOf(float luminance);
    static double valueOf(std::uint32_t bin); // its middle; 0 of the first, which holds all that is dark

    std::uint64_t area(std::uint32_t bin) const { return m_areas[bin]; }
    std::uint64_t totalArea() const { return m_total; }

private:
    std::vector<std::uint64_t> m_areas;
    std::uint64_t m_total = 0;
};

// What the histogram says about sky and lights.
struct BrightThreshold
{
    std::uint32_t bin = LuminanceHistogram::kBins; // the first one that is bright; none by default
    double skyLuminance = 0.0;                     // the mean of all that is darker
};

// The lowest luminance that is kContrast times the mean of all that is darker, and above which lies no more than
// kMostArea of the sphere.
BrightThreshold findThreshold(const LuminanceHistogram& histogram);

inline constexpr double kLightContrast = 4.0;
inline constexpr double kMostBrightArea = 0.05;

// Indices of the texels from that bin on, in order.
std::vector<std::uint32_t> brightTexels(std::span<const float> luminances, const BrightThreshold& threshold);

} // namespace pn
