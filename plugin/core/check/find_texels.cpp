#include "core/check/find.h"

#include "core/check/thresholds.h"
#include "core/error.h"
#include "core/light/sphere_grid.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace pn::check {
namespace {

// parts: of so many together.
PnSeverity severityOf(const Effect& effect, double parts = 1)
{
    const double most = std::max(std::abs(effect.average), std::abs(effect.irradiance)) / parts;
    return most >= kErrorEffect ? PN_SEVERITY_ERROR : most >= kWarningEffect ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE;
}

LightShare lightOf(const CheckedMap& map, const std::vector<BrightCluster>& clusters)
{
    LightShare light;
    for (const BrightCluster& cluster : clusters)
        light.add(map.grid.direction(cluster.texels.front()), cluster.light.flux);
    return light;
}

// How the largest luminance changes by some texels.
double reflectionOf(const CheckedMap& map, const Texels& texels)
{
    if (std::none_of(texels.begin(), texels.end(), [&](std::uint32_t i) { return map.luminance[i] == map.brightest; }))
        return 0;
    std::vector<float> rest = map.luminance;
    for (const std::uint32_t index : texels)
        rest[index] = 0;
    const auto most = double(*std::max_element(rest.begin(), rest.end()));
    return most > 0 ? std::min(1e6, double(map.brightest) / most - 1) : 0;
}

struct TexelFinding
{
    PnFindingKind kind;
    PnSeverity severity;
    double value;
    std::string what;
    const char* advice = "";
};

// texels: the worst first. They change the light by effect.
void addTo(Findings& findings, const CheckedMap& map, const Texels& texels, const Effect& effect,
           const TexelFinding& found)
{
    PnFinding& finding = findings.add(found.kind, found.severity, texels.size(), found.value,
                                      joined(countedTexels(texels.size()), found.what, ": ",
                                             percentText(effect.average), " of the average light, up to ",
                                             percentText(effect.irradiance), " of irradiance", found.advice));
    setPlace(finding, map.grid.shape(), texels.front());
    finding.average = float(effect.average);
    finding.irradiance = float(effect.irradiance);
    finding.reflection = float(reflectionOf(map, texels));
}

// Of lights that may be suns or lamps. Where texels are wide, every lamp looks so.
PnSeverity unsureSeverity(const CheckedMap& map, const std::vector<BrightCluster>& clusters, const Effect& effect)
{
    double rest = map.light.flux;
    for (const BrightCluster& cluster : clusters)
        rest -= cluster.light.flux;
    if (std::ranges::any_of(clusters, [&](const BrightCluster& each) { return outshinesSuns(map, each, rest); }))
        return PN_SEVERITY_ERROR;
    const Effect worst = effectOf(map.light, clusters.front().light);
    const bool isLarge = std::max(worst.average, effect.average / kSwarm) >= kUnsureEffect;
    const bool isError = std::max(severityOf(worst), severityOf(effect, kSwarm)) == PN_SEVERITY_ERROR;
    return isLarge || (isError && !map.isCoarse()) ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE;
}

// Clusters of one kind as one finding.
void addClusters(const CheckedMap& map, const std::vector<BrightCluster>& all, BrightCluster::Kind kind,
                 Findings& findings)
{
    std::vector<BrightCluster> clusters = clustersThatMatter(map, all, kind);
    if (clusters.empty())
        return;
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const BrightCluster& a, const BrightCluster& b) { return a.light.flux > b.light.flux; });
    Texels texels;
    for (const BrightCluster& cluster : clusters)
        texels.insert(texels.end(), cluster.texels.begin(), cluster.texels.end());
    const Effect effect = effectOf(map.light, lightOf(map, clusters));
    const BrightCluster& worst = clusters.front();
    TexelFinding found{PN_FINDING_FIREFLY,
                       std::max(severityOf(effectOf(map.light, worst.light)), severityOf(effect, kSwarm)),
                       worst.contrast, joined(", up to ", numberText(worst.contrast), " times their neighbours")};
    if (kind == BrightCluster::Kind::Unsure)
    {
        found.kind = PN_FINDING_SUN_OR_FIREFLY;
        found.severity = unsureSeverity(map, clusters, effect);
        found.advice = found.severity == PN_SEVERITY_ERROR ? "; too bright for a sun: nothing opposite to it is lit"
                                                           : "; a sun if it is meant, else a firefly";
    }
    addTo(findings, map, texels, effect, found);
}

// For each texel that is below zero, the largest luminance nearby. Blocks of texels are two thirds of a filter's reach
// wide, so a filter reaches from a texel to about what lies in its block and in the eight around it.
std::vector<float> brightestNearby(const CheckedMap& map)
{
    const Shape& shape = map.grid.shape();
    const auto step = std::max(1u, std::uint32_t(std::ceil(kUndershootReach / (3 * map.texelRadius()))));
    const SphereGrid blocks({shape.faceCount, (shape.width + step - 1) / step, (shape.height + step - 1) / step});
    const auto blockOf = [&](std::uint32_t row, std::uint32_t x) {
        const std::uint32_t y = row % shape.height / step;
        return (row / shape.height * blocks.shape().height + y) * blocks.shape().width + x / step;
    };
    std::vector<float> most(blocks.texelCount()), nearby;
    for (std::uint32_t row = 0; row < shape.faceCount * shape.height; ++row)
    {
        const auto texels = map.luminance.begin() + std::ptrdiff_t(row) * shape.width;
        auto block = most.begin() + blockOf(row, 0);
        for (std::uint32_t x = 0; x < shape.width; x += step, ++block)
            *block = std::max(*block, *std::max_element(texels + x, texels + std::min(x + step, shape.width)));
    }
    for (const std::uint32_t i : map.negative)
    {
        const std::uint32_t block = blockOf(i / shape.width, i % shape.width);
        nearby.push_back(most[block]);
        for (const std::uint32_t other : blocks.neighbours(block))
            nearby.back() = std::max(nearby.back(), most[other]);
    }
    return nearby;
}

} // namespace

std::vector<BrightCluster> clustersThatMatter(const CheckedMap& map, const std::vector<BrightCluster>& clusters,
                                              BrightCluster::Kind kind)
{
    std::vector<BrightCluster> found, glints;
    for (const BrightCluster& cluster : clusters)
        if (cluster.kind == kind)
            (severityOf(effectOf(map.light, cluster.light)) != PN_SEVERITY_NOTE ? found : glints).push_back(cluster);
    if (severityOf(effectOf(map.light, lightOf(map, glints)), kSwarm) != PN_SEVERITY_NOTE)
        found.insert(found.end(), glints.begin(), glints.end());
    return found;
}

void findNegative(const CheckedMap& map, Findings& findings)
{
    if (map.negative.empty())
        return;
    // A filter swings below zero beside far brighter texels, and adds to these what it takes: no light is missing.
    const std::vector<float> bright = brightestNearby(map);
    LightShare all, missing;
    for (std::size_t n = 0; n < bright.size(); ++n)
    {
        const std::uint32_t i = map.negative[n];
        const double flux = map.negativeLuminance(i) * map.solidAngle(i);
        all.add(map.grid.direction(i), flux);
        if (double(bright[n]) < -kUndershoot * map.negativeLuminance(i))
            missing.add(map.grid.direction(i), flux);
    }
    const Effect effect = effectOf(map.light, all);
    PnSeverity severity = severityOf(effectOf(map.light, missing));
    if (-effect.average >= kUndershootEffect)
        severity = double(map.negative.size()) >= kUndershootTexels * map.texelCount
                       ? PN_SEVERITY_ERROR
                       : std::max(severity, PnSeverity{PN_SEVERITY_WARNING});
    Texels texels = map.negative;
    std::iter_swap(texels.begin(),
                   std::min_element(texels.begin(), texels.end(), [&](std::uint32_t a, std::uint32_t b) {
                       return map.negativeLuminance(a) < map.negativeLuminance(b);
                   }));
    addTo(findings, map, texels, effect, {PN_FINDING_NEGATIVE, severity, -effect.average, " below zero"});
}

void findNonFinite(const CheckedMap& map, Findings& findings)
{
    if (map.nonFinite.empty())
        return;
    LightShare part;
    for (const std::uint32_t index : map.nonFinite)
        part.add(map.grid.direction(index), map.flux(index));
    addTo(findings, map, map.nonFinite, effectOf(map.light, part),
          {PN_FINDING_NON_FINITE, PN_SEVERITY_ERROR, double(map.nonFinite.size()), " not finite: as 65504 and 0",
           "; an engine spreads them over its mips"});
}

void findFireflies(const CheckedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings)
{
    addClusters(map, clusters, BrightCluster::Kind::Firefly, findings);
    addClusters(map, clusters, BrightCluster::Kind::Unsure, findings);
    const auto sun = std::find_if(clusters.begin(), clusters.end(), [&](const BrightCluster& cluster) {
        return cluster.kind == BrightCluster::Kind::Sun &&
               effectOf(map.light, cluster.light).irradiance >= kCoarseSunLight;
    });
    if (sun != clusters.end() && map.isCoarse())
        addTo(findings, map, sun->texels, effectOf(map.light, sun->light),
              {PN_FINDING_COARSE_SUN, PN_SEVERITY_NOTE, double(sun->texels.size()),
               joined(" of a sun, each ", numberText(map.texelRadius() / kSunRadius), " times as wide as the true one"),
               "; its reflections are too large"});
}

void findDarkness(const CheckedMap& map, Findings& findings)
{
    const double black = kBlack * map.mean();
    const std::uint32_t width = map.grid.shape().width;
    double dark = 0;
    LuminanceRange all, above, below;
    for (std::uint32_t row = 0; row < map.rows.size(); ++row)
    {
        const LuminanceRange& range = map.rows[row].luminance;
        all.include(range);
        (map.isBelow(row * width) ? below : above).include(range);
        for (std::uint32_t i = row * width; i < (row + 1) * width && double(range.least) <= black; ++i)
            dark += double(map.luminance[i]) <= black ? map.solidAngle(i) / (4 * kPi) : 0;
    }
    const auto addUniform = [&](const LuminanceRange& part, PnFindingKind kind, PnSeverity severity, const char* what) {
        const bool isBlack = double(part.most) <= black;
        findings.add(kind, severity, kind == PN_FINDING_LOWER_HALF ? 0 : 6, double(part.most),
                     isBlack ? joined(what, " is black")
                             : joined(what, " has one colour, of luminance ", numberText(double(part.most))));
    };
    if (map.brightest <= 0)
        addUniform(all, PN_FINDING_BLACK, PN_SEVERITY_ERROR, "the whole map");
    else if (all.isUniform())
        addUniform(all, PN_FINDING_CONSTANT, PN_SEVERITY_NOTE, "the whole map");
    else if (above.most > 0 && below.isUniform())
        addUniform(below, PN_FINDING_LOWER_HALF, double(below.most) <= black ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE,
                   "everything below the horizon");
    else if (dark >= kEnclosed)
        findings.add(PN_FINDING_ENCLOSED, PN_SEVERITY_WARNING, 0, dark,
                     joined(numberText(100 * dark), " % is black, as seen from inside a wall"));
}

} // namespace pn::check
