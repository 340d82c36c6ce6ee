#pragma once

#include "core/light/sphere_grid.h"

#include "core/backend.h"
#include "core/kernel/simd_target.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

// The first half of light extraction: which texels are bright enough to belong to a light. Counts are integers, so no
// order and no device changes them.
namespace pn {

// A texel as the projection sees it: decoded, with the policy applied.
std::array<float, 3> radianceOf(const ProbeView& view, const TexelPolicy& policy, std::uint32_t index);

// How much of the sphere each texel covers, in units of 1/256 of the mean texel.
class AreaTable
{
public:
    explicit AreaTable(const SphereGrid& grid);

    // The areas of the texels of row y of any face. A map has one number per row, since a row's texels are alike.
    std::span<const std::uint32_t> row(std::uint32_t y) const
    {
        return {&m_areas[std::size_t{y} * m_stride], m_stride};
    }

private:
    std::uint32_t m_stride;
    std::vector<std::uint32_t> m_areas;
};

// Areas of the sphere by luminance, in LuminanceBins.
class LuminanceHistogram
{
public:
    static constexpr std::uint32_t kBins = LuminanceBins::kCount;

    LuminanceHistogram() : m_areas(kBins) {}

    static double valueOf(std::uint32_t bin); // its middle; 0 of the first, which holds all that is dark
    static float leastOf(std::uint32_t bin);  // the least luminance of a bin other than the first

    void add(std::uint32_t bin, std::uint64_t area)
    {
        m_areas[bin] += area;
        m_total += area;
    }

    std::uint64_t area(std::uint32_t bin) const { return m_areas[bin]; }
    std::uint64_t totalArea() const { return m_total; }

private:
    std::vector<std::uint64_t> m_areas;
    std::uint64_t m_total = 0;
};

// Counts some rows. Rows of up to kMostTexels texels may be counted before they are added to a histogram.
class RowCounts
{
public:
    static constexpr std::uint32_t kMostTexels = 1u << 22; // of at most 403 units each

    RowCounts() : m_counts(kCopies * kStride) {}

    void count(std::span<const std::uint32_t> bins, std::span<const std::uint32_t> areas);
    void addTo(LuminanceHistogram& histogram); // and begins anew

private:
    // Neighbours mostly fall into one bin, whose count would have to be written before it can be read again. So they
    // take turns among copies. These do not lie a multiple of 4 KiB apart: processors compare the low bits of addresses
    // alone to find out whether a read must wait for a write.
    static constexpr std::uint32_t kCopies = 4;
    static constexpr std::uint32_t kStride = LuminanceBins::kCount + 16;

    template <std::uint32_t kStep>
    void countBy(std::span<const std::uint32_t> bins, const std::uint32_t* areas);

    std::vector<std::uint32_t> m_counts;
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

// The luminances of an environment. Rows that hold a bright texel are kept; other texels are decoded when asked for.
class LuminanceRows
{
public:
    // rowMaxima: the largest luminance of each row, counted through the faces. bright: from which luminance on.
    LuminanceRows(const SimdTarget& target, const ProbeView& view, const TexelPolicy& policy,
                  std::span<const float> rowMaxima, float bright);

    float at(std::uint32_t index) const
    {
        const std::uint32_t row = index / m_view.shape.width, place = m_places[row];
        return place == kNone ? luminanceOf(radianceOf(m_view, m_policy, index))
                              : m_kept[std::size_t{place} * m_view.shape.width + index % m_view.shape.width];
    }

    std::vector<std::uint32_t> brightTexels() const; // their indices, in order

private:
    static constexpr std::uint32_t kNone = ~0u;

    const ProbeView& m_view;
    const TexelPolicy& m_policy;
    float m_bright;
    std::vector<std::uint32_t> m_places; // of each row among those that are kept
    std::vector<float> m_kept;
};

} // namespace pn
