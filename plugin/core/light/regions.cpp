#include "core/light/regions.h"

#include <algorithm>
#include <bit>

namespace pn {
namespace {

constexpr float kPeakShare = 0.125f; // how bright a texel is beside its peak to belong to the core

using Indices = std::vector<std::uint32_t>;

enum Mark : std::uint8_t
{
    kBright = 1, // at least as bright as the threshold
    kTaken = 2,  // by a region
    kLit = 4     // by a light
};

class RegionFinder
{
public:
    RegionFinder(const SphereGrid& grid, const LuminanceRows& luminances, const RegionLimits& limits,
                 RegionMarks& marks)
        : m_grid(grid), m_luminances(luminances), m_limits(limits), m_bright(luminances.brightTexels()), m_marks(marks)
    {
        if (!m_bright.empty() && m_marks.size() < grid.texelCount())
            m_marks.resize(grid.texelCount());
        for (const std::uint32_t index : m_bright)
            m_marks[index] = kBright;
    }

    RegionFinder(const RegionFinder&) = delete;
    RegionFinder& operator=(const RegionFinder&) = delete;

    ~RegionFinder()
    {
        for (const std::uint32_t index : m_bright)
            m_marks[index] = 0;
        for (const std::uint32_t index : m_lit)
            m_marks[index] = 0;
    }

    std::vector<LightRegion> find()
    {
        std::vector<LightRegion> regions;
        for (const std::uint32_t peak : peaks())
        {
            if (isMarked(peak, kTaken))
                continue;
            const Indices core = takeCore(peak);
            if (solidAngleOf(core) > m_limits.maxSolidAngle)
                continue;
            LightRegion region = surround(peak, core);
            if (isLight(core, region))
            {
                m_lit.insert(m_lit.end(), region.texels.begin(), region.texels.end());
                for (const std::uint32_t index : region.texels)
                    mark(index, kLit);
                regions.push_back(std::move(region));
            }
        }
        return regions;
    }

private:
    bool isMarked(std::uint32_t index, Mark mark) const { return (m_marks[index] & mark) != 0; }
    void mark(std::uint32_t index, Mark mark) { m_marks[index] = std::uint8_t(m_marks[index] | mark); }

    // The brightest first; of equals, the first. Floats that are not negative have the order of their bits.
    Indices peaks() const
    {
        std::vector<std::uint64_t> keys;
        keys.reserve(m_bright.size());
        for (const std::uint32_t index : m_bright)
            keys.push_back(std::uint64_t{~std::bit_cast<std::uint32_t>(m_luminances.at(index))} << 32 | index);
        std::sort(keys.begin(), keys.end());
        Indices order;
        order.reserve(keys.size());
        for (const std::uint64_t key : keys)
            order.push_back(std::uint32_t(key));
        return order;
    }

    // All that is connected to the peak and bright enough, taken from those that follow.
    Indices takeCore(std::uint32_t peak)
    {
        const float least = m_luminances.at(peak) * kPeakShare;
        Indices core = {peak};
        mark(peak, kTaken);
        for (std::size_t i = 0; i < core.size(); ++i)
            for (const std::uint32_t other : m_grid.neighbours(core[i]))
            {
                if (!isMarked(other, kBright) || isMarked(other, kTaken) || m_luminances.at(other) < least)
                    continue;
                mark(other, kTaken);
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
                if (!std::binary_search(texels.begin(), texels.end(), other) && !isMarked(other, kLit))
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
            sum += m_grid.solidAngle(index) * double(m_luminances.at(index));
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
                if (isMarked(other, kLit) && m_luminances.at(other) > m_luminances.at(region.peak))
                    return true;
        return false;
    }

    const SphereGrid& m_grid;
    const LuminanceRows& m_luminances;
    RegionLimits m_limits;
    Indices m_bright, m_lit; // all texels with a mark
    RegionMarks& m_marks;
};

} // namespace

std::vector<LightRegion> findRegions(const SphereGrid& grid, const LuminanceRows& luminances,
                                     const RegionLimits& limits, RegionMarks& marks)
{
    return RegionFinder(grid, luminances, limits, marks).find();
}

} // namespace pn
