#include "core/light/regions.h"

#include <algorithm>

namespace pn {
namespace {

constexpr float kPeakShare = 0.125f; // how bright a texel is beside its peak to belong to the core

using Indices = std::vector<std::uint32_t>;

class RegionFinder
{
public:
    RegionFinder(const SphereGrid& grid, std::span<const float> luminances, const BrightThreshold& threshold,
                 const RegionLimits& limits)
        : m_grid(grid), m_luminances(luminances), m_limits(limits), m_bright(brightTexels(luminances, threshold)),
          m_isTaken(m_bright.size())
    {
    }

    std::vector<LightRegion> find()
    {
        std::vector<LightRegion> regions;
        for (const std::uint32_t peak : peaks())
        {
            if (isTaken(peak))
                continue;
            const Indices core = takeCore(peak);
            if (solidAngleOf(core) > m_limits.maxSolidAngle)
                continue;
            LightRegion region = surround(peak, core);
            if (isLight(core, region))
            {
                m_lit.insert(region.texels.begin(), region.texels.end());
                regions.push_back(std::move(region));
            }
        }
        return regions;
    }

private:
    // The brightest first; of equals, the first.
    Indices peaks() const
    {
        Indices order = m_bright;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return m_luminances[a] > m_luminances[b]; });
        return order;
    }

    // Where a texel stands among the bright ones; their number for others.
    std::size_t placeOf(std::uint32_t index) const
    {
        const auto found = std::lower_bound(m_bright.begin(), m_bright.end(), index);
        return found != m_bright.end() && *found == index ? std::size_t(found - m_bright.begin()) : m_bright.size();
    }

    bool isTaken(std::uint32_t index) const { return m_isTaken[placeOf(index)]; }

    // All that is connected to the peak and bright enough, taken from those that follow.
    Indices takeCore(std::uint32_t peak)
    {
        const float least = m_luminances[peak] * kPeakShare;
        Indices core = {peak};
        m_isTaken[placeOf(peak)] = true;
        for (std::size_t i = 0; i < core.size(); ++i)
            for (const std::uint32_t other : m_grid.neighbours(core[i]))
            {
                const std::size_t place = placeOf(other);
                if (place == m_bright.size() || m_isTaken[place] || m_luminances[other] < least)
                    continue;
                m_isTaken[place] = true;
                core.push_back(other);
            }
        std::sort(core.begin(), core.end());
        return core;
    }

    // Texels that touch these and are not among them, nor in another light.
    Indices around(const Indices& texels) const
    {
        Indices ring;
        for (const std::uint32_t index : texels)
            for (const std::uint32_t other : m_grid.neighbours(index))
                if (!std::binary_search(texels.begin(), texels.end(), other) && !m_lit.contains(other))
                    ring.push_back(other);
        std::sort(ring.begin(), ring.end());
        ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
        return ring;
    }

    LightRegion surround(std::uint32_t peak, const Indices& core) const
    {
        LightRegion region{peak, core, {}};
        const Indices ring = around(core);
        region.texels.insert(region.texels.end(), ring.begin(), ring.end());
        std::sort(region.texels.begin(), region.texels.end());
        region.rim = around(region.texels);
        return region;
    }

    double solidAngleOf(const Indices& texels) const
    {
        double sum = 0.0;
        for (const std::uint32_t index : texels)
            sum += m_grid.solidAngle(index);
        return sum;
    }

    double luminanceSum(const Indices& texels) const
    {
        double sum = 0.0;
        for (const std::uint32_t index : texels)
            sum += m_grid.solidAngle(index) * double(m_luminances[index]);
        return sum;
    }

    // Brighter than its surroundings, and strong enough. Beside a brighter light the rim is bright too: a shoulder of a
    // glow is no light of its own.
    bool isLight(const Indices& core, const LightRegion& region) const
    {
        if (region.rim.empty())
            return false;
        const double rim = touchesLight(region) ? luminanceSum(core) / solidAngleOf(core)
                                                : luminanceSum(region.rim) / solidAngleOf(region.rim);
        const double inside = luminanceSum(core) / solidAngleOf(core);
        const double irradiance = luminanceSum(region.texels) - rim * solidAngleOf(region.texels);
        return inside >= kLightContrast * rim && irradiance >= m_limits.minIrradiance;
    }

    bool touchesLight(const LightRegion& region) const
    {
        for (const std::uint32_t index : region.texels)
            for (const std::uint32_t other : m_grid.neighbours(index))
                if (m_lit.contains(other) && m_luminances[other] > m_luminances[region.peak])
                    return true;
        return false;
    }

    const SphereGrid& m_grid;
    std::span<const float> m_luminances;
    RegionLimits m_limits;
    Indices m_bright;
    std::vector<bool> m_isTaken;
    std::unordered_set<std::uint32_t> m_lit; // texels of lights
};

} // namespace

std::vector<LightRegion> findRegions(const SphereGrid& grid, std::span<const float> luminances,
                                     const BrightThreshold& threshold, const RegionLimits& limits)
{
    return RegionFinder(grid, luminances, threshold, limits).find();
}

} // namespace pn
