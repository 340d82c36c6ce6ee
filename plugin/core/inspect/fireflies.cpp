#include "core/inspect/fireflies.h"

#include "core/inspect/thresholds.h"

#include <algorithm>
#include <cmath>

namespace pn::inspect {
namespace {

using Texels = std::vector<std::uint32_t>;

bool holds(const Texels& texels, std::uint32_t index)
{
    return std::find(texels.begin(), texels.end(), index) != texels.end();
}

double medianLuminance(const InspectedMap& map, const Texels& texels)
{
    std::vector<float> values;
    for (const std::uint32_t index : texels)
        values.push_back(map.luminance(index));
    if (values.empty())
        return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return double(*middle);
}

// What the map is like without its lights: its mean, with all that is far brighter counted as if it were not.
double skyLuminance(const InspectedMap& map)
{
    double sky = std::max(0.0, map.mean());
    for (int round = 0; round < 4; ++round)
    {
        const float most = float(kCandidateContrast * sky);
        double sum = 0;
        for (std::uint32_t i = 0; i < map.texelCount(); ++i)
            sum += double(std::min(map.luminance(i), most));
        sky = sum / map.texelCount();
    }
    return sky;
}

Texels findCandidates(const InspectedMap& map)
{
    const double least = kCandidateContrast * skyLuminance(map);
    Texels candidates;
    for (std::uint32_t i = 0; i < map.texelCount(); ++i)
        if (double(map.luminance(i)) > least)
            candidates.push_back(i);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return map.luminance(a) > map.luminance(b); });
    return candidates;
}

// What is connected to a texel and not much darker; empty where that is too large, or brighter.
Texels clusterAround(const InspectedMap& map, std::uint32_t peak)
{
    Texels texels{peak};
    const double least = double(map.luminance(peak)) / kFireflyContrast;
    for (std::size_t i = 0; i < texels.size(); ++i)
        for (const std::uint32_t other : map.grid().neighbours(texels[i]))
        {
            if (double(map.luminance(other)) < least || holds(texels, other))
                continue;
            if (map.luminance(other) > map.luminance(peak) || texels.size() == kMostFireflyTexels)
                return {};
            texels.push_back(other);
        }
    return texels;
}

// The texels that touch some, and are none of others.
Texels ringAround(const InspectedMap& map, const Texels& texels, const Texels& others)
{
    Texels ring;
    for (const std::uint32_t index : texels)
        for (const std::uint32_t other : map.grid().neighbours(index))
            if (!holds(texels, other) && !holds(others, other) && !holds(ring, other))
                ring.push_back(other);
    return ring;
}

// How much some texels differ from the mean of the texels around them, in the middle of all.
double grainOf(const InspectedMap& map, const Texels& texels)
{
    std::vector<double> grains;
    for (const std::uint32_t index : texels)
    {
        const SphereGrid::Neighbours around = map.grid().neighbours(index);
        double sum = 0;
        for (const std::uint32_t other : around)
            sum += double(map.luminance(other));
        const double mean = sum / around.count;
        grains.push_back(mean > 0 ? std::abs(double(map.luminance(index)) / mean - 1) : 0);
    }
    if (grains.empty())
        return 0;
    std::nth_element(grains.begin(), grains.begin() + std::ptrdiff_t(grains.size() / 2), grains.end());
    return grains[grains.size() / 2];
}

// How many texels of some are below a luminance, and how many are at least that.
std::ptrdiff_t countBelow(const InspectedMap& map, const Texels& texels, double limit)
{
    return std::count_if(texels.begin(), texels.end(),
                         [&](std::uint32_t index) { return signedLuminance(map.rgb(index)) < limit; });
}

std::ptrdiff_t countFrom(const InspectedMap& map, const Texels& texels, double limit)
{
    return std::ssize(texels) - countBelow(map, texels, limit);
}

// Whether a filter spread a light over the texels around it. They rise towards it; or they swing below zero; or they do
// so, zero was what was left of it, and further out is the next swing.
bool isSpread(const InspectedMap& map, const BrightCluster& cluster, const Texels& second, const Texels& third)
{
    const double peak = double(map.luminance(cluster.texels.front())), far = medianLuminance(map, third);
    double sum = 0;
    for (const std::uint32_t index : cluster.ring)
        sum += double(map.luminance(index));
    const bool rises =
        medianLuminance(map, cluster.ring) >= kHalo * far && sum / double(cluster.ring.size()) - far >= kGlow * peak;
    const bool swings =
        countBelow(map, cluster.ring, -kSwing * peak) + countBelow(map, second, -kSwing * peak) >= kSwings;
    const bool swingsAtZero = countBelow(map, cluster.ring, kSwingDark * far) >= kSwings &&
                              countFrom(map, second, std::max(kSideLobe * peak, kFireflyContrast * far)) >= kSwings;
    return rises || swings || swingsAtZero;
}

BrightCluster judge(const InspectedMap& map, Texels texels)
{
    BrightCluster cluster;
    cluster.ring = ringAround(map, texels, {});
    const Texels second = ringAround(map, cluster.ring, texels), third = ringAround(map, second, cluster.ring);
    const double near = medianLuminance(map, cluster.ring);
    const double peak = double(map.luminance(texels.front())), most = 1e6;
    cluster.contrast = near > 0 ? std::min(most, peak / near) : most;
    for (const std::uint32_t index : texels)
        cluster.flux += (double(map.luminance(index)) - near) * map.solidAngle(index);
    cluster.texels = std::move(texels);
    if (isSpread(map, cluster, second, third))
        cluster.kind = BrightCluster::Kind::Sun;
    else if (peak >= double(map.brightest()) && !map.isBelow(cluster.texels.front()) && grainOf(map, third) < kGrain)
        cluster.kind = BrightCluster::Kind::Unsure;
    return cluster;
}

} // namespace

std::vector<BrightCluster> findBrightClusters(const InspectedMap& map)
{
    std::vector<BrightCluster> clusters;
    for (const std::uint32_t peak : findCandidates(map))
    {
        Texels texels = clusterAround(map, peak);
        if (texels.empty())
            continue;
        if (clusters.size() == kMostClusters)
            return {};
        clusters.push_back(judge(map, std::move(texels)));
    }
    return clusters;
}

std::array<float, 3> medianOf(const InspectedMap& map, const std::vector<std::uint32_t>& texels)
{
    std::array<float, 3> result{};
    std::vector<float> values(texels.size());
    for (std::size_t c = 0; c < 3 && !texels.empty(); ++c)
    {
        std::transform(texels.begin(), texels.end(), values.begin(),
                       [&](std::uint32_t index) { return map.rgb(index)[c]; });
        const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        result[c] = *middle;
    }
    return result;
}

} // namespace pn::inspect
