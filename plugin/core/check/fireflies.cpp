#include "core/check/find.h"

#include "core/check/thresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace pn::check {
namespace {

bool holds(const Texels& texels, std::uint32_t index)
{
    return std::find(texels.begin(), texels.end(), index) != texels.end();
}

// Whether a texel can be the brightest of a firefly: no side has a brighter one, and not all of them belong to it,
// which would be too many. Edges of faces have no answer.
bool mayBePeak(const CheckedMap& map, std::uint32_t index)
{
    const std::uint32_t width = map.grid.shape().width, height = map.grid.shape().height;
    const std::uint32_t x = index % width, y = index / width % height;
    if (x == 0 || y == 0 || x + 1 == width || y + 1 == height)
        return true;
    const auto [least, most] = std::minmax({map.luminance[index - 1], map.luminance[index + 1],
                                            map.luminance[index - width], map.luminance[index + width]});
    return most <= map.luminance[index] && double(least) < double(map.luminance[index]) / kFireflyContrast;
}

// Texels that are far brighter than the sky, or matter alone; the brightest first.
Texels findCandidates(const CheckedMap& map)
{
    const double darkest = *std::min_element(map.light.irradiance.begin(), map.light.irradiance.end());
    const double widest = *std::max_element(map.solidAngles.begin(), map.solidAngles.end());
    const double least = std::min(kFireflyContrast * map.sky, kWarningEffect * darkest / (kMostFireflyTexels * widest));
    const std::uint32_t width = map.grid.shape().width;
    Texels candidates;
    for (std::uint32_t row = 0; row < map.rows.size(); ++row)
        if (double(map.rows[row].luminance.most) > least)
            for (std::uint32_t i = row * width; i < (row + 1) * width; ++i)
                if (double(map.luminance[i]) > least && mayBePeak(map, i))
                    candidates.push_back(i);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return map.luminance[a] > map.luminance[b]; });
    return candidates;
}

// What is connected to a texel and not much darker; empty where that is too large, or brighter.
Texels clusterAround(const CheckedMap& map, std::uint32_t peak)
{
    Texels texels{peak};
    const double least = double(map.luminance[peak]) / kFireflyContrast;
    for (std::size_t i = 0; i < texels.size(); ++i)
        for (const std::uint32_t other : map.grid.neighbours(texels[i]))
        {
            if (double(map.luminance[other]) < least || holds(texels, other))
                continue;
            if (map.luminance[other] > map.luminance[peak] || texels.size() == kMostFireflyTexels)
                return {};
            texels.push_back(other);
        }
    return texels;
}

// The texels that touch some, and are none of others.
Texels ringAround(const CheckedMap& map, const Texels& texels, const Texels& others)
{
    Texels ring;
    for (const std::uint32_t index : texels)
        for (const std::uint32_t other : map.grid.neighbours(index))
            if (!holds(texels, other) && !holds(others, other) && !holds(ring, other))
                ring.push_back(other);
    return ring;
}

template <typename Value>
double quantileOver(const Texels& texels, double share, const Value& value)
{
    std::vector<double> values(texels.size());
    std::transform(texels.begin(), texels.end(), values.begin(), value);
    return quantileOf(std::move(values), share);
}

// How much a texel differs from the mean of the texels around it.
double grainAt(const CheckedMap& map, std::uint32_t index)
{
    const SphereGrid::Neighbours around = map.grid.neighbours(index);
    double sum = 0;
    for (const std::uint32_t other : around)
        sum += double(map.luminance[other]);
    return sum > 0 ? std::abs(double(map.luminance[index]) * around.count / sum - 1) : 0;
}

// Whether a filter spread a light over the rings of texels around it. They rise towards it, above most of what lies
// further out; or they swing below zero; or they do so, zero was what was left of it, and further out is the next
// swing.
bool isSpread(const CheckedMap& map, double peak, const std::array<Texels, 3>& rings, double near, double far)
{
    const auto& [first, second, third] = rings;
    const auto countBelow = [&](const Texels& texels, double limit) {
        return std::count_if(texels.begin(), texels.end(),
                             [&](std::uint32_t index) { return signedLuminance(map.rgb(index)) < limit; });
    };
    double sum = 0;
    for (const std::uint32_t index : first)
        sum += double(map.luminance[index]);
    const double most = quantileOver(third, kMost, [&](std::uint32_t index) { return double(map.luminance[index]); });
    const double largest =
        quantileOver(third, 1 - 1e-9, [&](std::uint32_t index) { return double(map.luminance[index]); });
    const auto leaks = std::ssize(first) - countBelow(first, std::max(kLeak * peak, kHalo * largest));
    if ((near >= kHalo * most && sum / double(first.size()) - far >= kGlow * peak) || leaks >= kLeaks)
        return true;
    const auto lobes = std::ssize(second) - countBelow(second, std::max(kSideLobe * peak, kFireflyContrast * most));
    return countBelow(first, -kSwing * peak) + countBelow(second, -kSwing * peak) >= kSwings ||
           (countBelow(first, kSwingDark * far) >= kSwings && lobes >= kSwings);
}

BrightCluster judge(const CheckedMap& map, const Texels& texels)
{
    BrightCluster cluster;
    cluster.texels = texels;
    std::array<Texels, 3> rings{ringAround(map, texels, {})};
    rings[1] = ringAround(map, rings[0], texels);
    rings[2] = ringAround(map, rings[1], rings[0]);
    const auto luminance = [&](std::uint32_t index) { return double(map.luminance[index]); };
    const double near = quantileOver(rings[0], 0.5, luminance), far = quantileOver(rings[2], 0.5, luminance);
    const double peak = luminance(texels.front()), most = 1e6;
    cluster.contrast = near > 0 ? std::min(most, peak / near) : most;
    for (const std::uint32_t index : texels)
        cluster.light.add(map.grid.direction(index), (luminance(index) - near) * map.solidAngle(index));
    const auto grain = [&](std::uint32_t index) { return grainAt(map, index); };
    if (isSpread(map, peak, rings, near, far))
        cluster.kind = BrightCluster::Kind::Sun;
    else if (map.isCoarse() || (peak >= double(map.brightest) && !map.isBelow(texels.front()) &&
                                quantileOver(rings[2], 0.5, grain) < kGrain))
        cluster.kind = BrightCluster::Kind::Unsure;
    cluster.ring = std::move(rings[0]);
    return cluster;
}

// What is as bright as some lights that glow may be a lamp whose glow no texel caught. Clusters: the brightest first.
void doubtAmongLamps(const CheckedMap& map, std::vector<BrightCluster>& clusters)
{
    double lamp = 0;
    std::uint32_t count = 0;
    for (const BrightCluster& cluster : clusters)
        if (cluster.kind == BrightCluster::Kind::Sun && ++count == kLamps)
            lamp = double(map.luminance[cluster.texels.front()]);
    for (BrightCluster& cluster : clusters)
        if (cluster.kind == BrightCluster::Kind::Firefly &&
            double(map.luminance[cluster.texels.front()]) < kLampRange * lamp)
            cluster.kind = BrightCluster::Kind::Unsure;
}

// Whether some surface that faces a light from the other side of the viewer has light of it. A sun that reaches the
// viewer goes on to what lies opposite to it, and so does nearly all of a lamp's light.
bool isOppositeLit(const CheckedMap& map, const BrightCluster& cluster)
{
    const Vec3 towards = map.grid.direction(cluster.texels.front());
    const double least = -std::cos(kOpposite + map.texelRadius());
    double lit = 0;
    for (std::uint32_t i = 0; i < map.texelCount; ++i)
        if (dot(map.grid.direction(i), towards) < least)
            lit = std::max(lit, double(map.luminance[i]));
    return kPi * lit >= kLeastLit * cluster.light.flux; // radiance = reflectance / pi * cosine * irradiance
}

// Whether most of the sphere is black, as it is in space, where a sun can be all the light.
bool isSpace(const CheckedMap& map, double rest)
{
    double black = 0;
    for (std::uint32_t i = 0; i < map.texelCount; ++i)
        if (double(map.luminance[i]) <= kBlack * rest / (4 * kPi))
            black += map.solidAngle(i);
    return black >= kEnclosed * 4 * kPi;
}

} // namespace

bool outshinesSuns(const CheckedMap& map, const BrightCluster& cluster, double rest)
{
    return cluster.light.flux >= kBrightestSun * rest && !isOppositeLit(map, cluster) && !isSpace(map, rest);
}

std::vector<BrightCluster> findBrightClusters(const CheckedMap& map)
{
    std::vector<BrightCluster> clusters;
    for (const std::uint32_t peak : findCandidates(map))
        if (const Texels texels = clusterAround(map, peak); !texels.empty())
        {
            if (clusters.size() == kMostClusters)
                return {};
            clusters.push_back(judge(map, texels));
        }
    doubtAmongLamps(map, clusters);
    return clusters;
}

} // namespace pn::check
