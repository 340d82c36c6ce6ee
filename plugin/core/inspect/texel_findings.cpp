#include "core/inspect/texel_findings.h"

#include "core/error.h"
#include "core/inspect/thresholds.h"
#include "core/kernel/format.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace pn::inspect {
namespace {

PnSeverity severityOf(const Effect& effect)
{
    const double most = std::max(std::abs(effect.average), std::abs(effect.irradiance));
    return most >= kErrorEffect ? PN_SEVERITY_ERROR : most >= kWarningEffect ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE;
}

void setPlace(PnFinding& finding, const InspectedMap& map, std::uint32_t index)
{
    const Shape& shape = map.shape();
    finding.face = shape.isCubemap() ? index / shape.width / shape.height : 6;
    finding.x = index % shape.width;
    finding.y = index / shape.width % shape.height;
}

void setEffect(PnFinding& finding, const Effect& effect, double reflection)
{
    finding.average = float(effect.average);
    finding.irradiance = float(effect.irradiance);
    finding.reflection = float(reflection);
}

std::string effectText(const PnFinding& finding)
{
    return joined(percentText(double(finding.average)), " of the average light, up to ",
                  percentText(double(finding.irradiance)), " of irradiance");
}

std::string countedTexels(std::size_t count)
{
    return joined(count, count == 1 ? " texel" : " texels");
}

// The largest luminance that is left without some texels, as a change.
double reflectionWithout(const InspectedMap& map, const std::unordered_set<std::uint32_t>& texels)
{
    float most = 0;
    for (std::uint32_t i = 0; i < map.texelCount(); ++i)
        if (map.luminance(i) > most && !texels.contains(i))
            most = map.luminance(i);
    return most > 0 ? std::min(1e6, double(map.brightest()) / double(most) - 1) : 0;
}

// Clusters of one kind as one finding.
void addClusters(const InspectedMap& map, const std::vector<BrightCluster>& clusters, BrightCluster::Kind kind,
                 Findings& findings)
{
    LightShare part;
    std::unordered_set<std::uint32_t> texels;
    const BrightCluster* worst = nullptr;
    for (const BrightCluster& cluster : clusters)
    {
        if (cluster.kind != kind)
            continue;
        part.add(map.grid().direction(cluster.texels.front()), cluster.flux);
        texels.insert(cluster.texels.begin(), cluster.texels.end());
        if (worst == nullptr || cluster.flux > worst->flux)
            worst = &cluster;
    }
    if (worst == nullptr)
        return;
    const bool isUnsure = kind == BrightCluster::Kind::Unsure;
    const Effect effect = effectOf(map.light(), part);
    LightShare single;
    single.add(map.grid().direction(worst->texels.front()), worst->flux);
    const PnSeverity severity = std::max(severityOf(effectOf(map.light(), single)),
                                         severityOf({effect.average / kSwarm, effect.irradiance / kSwarm}));
    if (severity == PN_SEVERITY_NOTE)
        return; // a glint
    PnFinding& finding = findings.add(isUnsure ? PN_FINDING_SUN_OR_FIREFLY : PN_FINDING_FIREFLY,
                                      isUnsure ? PN_SEVERITY_WARNING : severity);
    setPlace(finding, map, worst->texels.front());
    setEffect(finding, effect, reflectionWithout(map, texels));
    finding.mends = isUnsure ? PN_MEND_SUN_OR_FIREFLIES : PN_MEND_FIREFLIES;
    finding.count = std::uint32_t(texels.size());
    finding.value = float(worst->contrast);
    finding.limit = float(kFireflyContrast);
    setText(finding, joined(countedTexels(texels.size()), ", up to ", numberText(worst->contrast),
                            " times their neighbours: ", effectText(finding),
                            isUnsure ? "; a sun if it is meant, else a firefly" : ""));
}

// Whether a texel below zero lies beside a far brighter one: there a filter swung below zero, and what it took is in
// the bright texels.
bool isUndershoot(const InspectedMap& map, std::uint32_t index)
{
    const double least = kUndershoot * (double(map.luminance(index)) - signedLuminance(map.rgb(index)));
    const SphereGrid::Neighbours near = map.grid().neighbours(index);
    return std::any_of(near.begin(), near.end(), [&](std::uint32_t other) {
        const SphereGrid::Neighbours far = map.grid().neighbours(other);
        return std::any_of(far.begin(), far.end(), [&](auto i) { return double(map.luminance(i)) >= least; });
    });
}

void findNegative(const InspectedMap& map, Findings& findings)
{
    if (map.negative().empty())
        return;
    LightShare missing;
    const auto deficit = [&](std::uint32_t i) { return signedLuminance(map.rgb(i)) - double(map.luminance(i)); };
    std::uint32_t worst = map.negative().front();
    for (const std::uint32_t i : map.negative())
    {
        if (!isUndershoot(map, i))
            missing.add(map.grid().direction(i), deficit(i) * map.solidAngle(i));
        worst = deficit(i) < deficit(worst) ? i : worst;
    }
    const Effect effect = effectOf(map.light(), map.negativeLight());
    PnSeverity severity = severityOf(effectOf(map.light(), missing));
    if (-effect.average >= kUndershootEffect)
        severity = std::max(severity, double(map.negative().size()) >= kUndershootTexels * map.texelCount()
                                          ? PnSeverity{PN_SEVERITY_ERROR}
                                          : PnSeverity{PN_SEVERITY_WARNING});
    PnFinding& finding = findings.add(PN_FINDING_NEGATIVE, severity);
    setPlace(finding, map, worst);
    setEffect(finding, effect, 0);
    finding.mends = PN_MEND_NEGATIVE;
    finding.count = std::uint32_t(map.negative().size());
    finding.value = -finding.average;
    finding.limit = float(kErrorEffect);
    setText(finding, joined(countedTexels(map.negative().size()), " below zero: ", effectText(finding)));
}

// The texels that have the largest value of the map in a channel.
struct Plateau
{
    std::uint32_t texels = 0, first = 0;
    std::uint32_t whole = 0;  // have the largest value of each channel
    std::uint32_t beside = 0; // touch another one
    double rim = 0;           // median luminance of the texels around them
    LightShare light;
};

bool isGrey(const float* rgb)
{
    return rgb[0] == rgb[1] && rgb[1] == rgb[2];
}

constexpr float kLeastLuminance = 0.07f;

Plateau plateauOf(const InspectedMap& map, std::size_t channel)
{
    Plateau plateau;
    const std::array<float, 3>& most = map.largest();
    const auto isMost = [&](std::uint32_t index) { return map.rgb(index)[channel] == most[channel]; };
    std::vector<float> rim;
    const float least = kLeastLuminance * most[channel]; // such a texel has at least that of its blue channel
    for (std::uint32_t i = 0; i < map.texelCount(); ++i)
    {
        if (map.luminance(i) < least || !isMost(i))
            continue;
        plateau.first = plateau.texels++ == 0 ? i : plateau.first;
        if (double(plateau.texels) > kMostPlateau * map.texelCount())
            return {};
        plateau.whole += std::equal(most.begin(), most.end(), map.rgb(i));
        const SphereGrid::Neighbours around = map.grid().neighbours(i);
        plateau.beside += std::any_of(around.begin(), around.end(), isMost);
        for (const std::uint32_t other : around)
            if (!isMost(other))
                rim.push_back(map.luminance(other));
        plateau.light.add(map.grid().direction(i), map.flux(i));
    }
    if (rim.empty())
        return {};
    std::nth_element(rim.begin(), rim.begin() + std::ptrdiff_t(rim.size() / 2), rim.end());
    plateau.rim = double(rim[rim.size() / 2]);
    return plateau;
}

// Whether values end at one limit: two of them side by side, or two channels of a texel where others have colours. A
// lamp of one colour has no limit: its channels are largest in the same texels, and its edge is sharp.
bool isClipped(const InspectedMap& map, const Plateau& plateau)
{
    const std::array<float, 3>& most = map.largest();
    const bool isWhite = plateau.whole != 0 && (most[0] == most[1] || most[1] == most[2] || most[2] == most[0]);
    if (plateau.whole == plateau.texels && !isWhite)
        return false;
    if (plateau.beside >= kPlateauTexels)
        return plateau.whole != plateau.texels || plateau.texels < 8 ||
               plateau.rim >= kLampEdge * double(map.brightest());
    std::uint32_t grey = 0;
    for (std::uint32_t i = 0; i < map.texelCount(); ++i)
        grey += isGrey(map.rgb(i));
    return isWhite && double(grey) < kGreyTexels * map.texelCount();
}

double srgbToLinear(double code)
{
    return code <= 0.04045 ? code / 12.92 : std::exp2(2.4 * std::log2((code + 0.055) / 1.055));
}

// How many values lie where a function puts the codes k / 255.
template <typename Function>
std::size_t countOnGrid(const std::vector<float>& values, const Function& function)
{
    std::size_t hits = 0;
    for (const float value : values)
    {
        const double x = double(value);
        std::uint32_t code = 0;
        while (code < 255 && function((code + 0.5) / 255) < x)
            ++code;
        const double at = function(code / 255.0), step = function((code + 0.5) / 255) - at;
        hits += std::abs(x - at) <= std::max(kGridError * step, kHalfError * at);
    }
    return hits;
}

void addTransfer(const std::vector<float>& values, Findings& findings)
{
    const auto once = [](double code) { return srgbToLinear(code); };
    const auto twice = [](double code) { return srgbToLinear(srgbToLinear(code)); };
    const auto never = [](double code) { return code; };
    const std::size_t count = values.size(), decoded = countOnGrid(values, once);
    const std::size_t codes = countOnGrid(values, never), doubly = countOnGrid(values, twice);
    if (std::max(codes, doubly) != count || decoded == count)
        return;
    PnFinding& finding = findings.add(PN_FINDING_TRANSFER, PN_SEVERITY_WARNING);
    finding.value = float(count);
    finding.limit = float(kLeastByteValues);
    setText(finding, codes == count ? "all values are k / 255, as codes of sRGB that were never made linear"
                                    : "all values are codes of 8 bits that the sRGB function was applied to twice");
}

} // namespace

void findBadTexels(const InspectedMap& map, Findings& findings)
{
    findNegative(map, findings);
    if (map.nonFinite().empty())
        return;
    LightShare part;
    std::unordered_set<std::uint32_t> texels(map.nonFinite().begin(), map.nonFinite().end());
    for (const std::uint32_t index : map.nonFinite())
        part.add(map.grid().direction(index), map.flux(index));
    PnFinding& finding = findings.add(PN_FINDING_NON_FINITE, PN_SEVERITY_ERROR);
    setPlace(finding, map, map.nonFinite().front());
    setEffect(finding, effectOf(map.light(), part), reflectionWithout(map, texels));
    finding.mends = PN_MEND_NON_FINITE;
    finding.count = std::uint32_t(map.nonFinite().size());
    finding.value = float(finding.count);
    finding.limit = 1;
    setText(finding, joined(countedTexels(map.nonFinite().size()), " not finite: as 65504 and 0, ", effectText(finding),
                            "; an engine spreads them over its mips"));
}

void findFireflies(const InspectedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings)
{
    addClusters(map, clusters, BrightCluster::Kind::Firefly, findings);
    addClusters(map, clusters, BrightCluster::Kind::Unsure, findings);
    const double texel = 2 * std::sqrt(1 / double(map.texelCount())); // radius of a disc of its solid angle
    for (const BrightCluster& cluster : clusters)
    {
        LightShare part;
        part.add(map.grid().direction(cluster.texels.front()), cluster.flux);
        if (cluster.kind != BrightCluster::Kind::Sun || texel < 2 * kSunRadius ||
            effectOf(map.light(), part).irradiance < kCoarseSunLight)
            continue;
        PnFinding& finding = findings.add(PN_FINDING_COARSE_SUN, PN_SEVERITY_NOTE);
        setPlace(finding, map, cluster.texels.front());
        setEffect(finding, effectOf(map.light(), part), 0);
        finding.count = std::uint32_t(cluster.texels.size());
        finding.value = float(finding.count);
        finding.limit = float(kMostFireflyTexels);
        setText(finding, joined("a sun of ", countedTexels(finding.count), ", each ", numberText(texel / kSunRadius),
                                " times as wide as the true one: its reflections are too large"));
        return;
    }
}

void findClipping(const InspectedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings)
{
    std::array<Plateau, 3> plateaus;
    std::size_t channel = 3;
    for (std::size_t c = 0; c < 3; ++c)
    {
        plateaus[c] = plateauOf(map, c);
        if (isClipped(map, plateaus[c]) && (channel == 3 || plateaus[c].texels > plateaus[channel].texels))
            channel = c;
    }
    const auto isFirefly = [&](const BrightCluster& cluster) {
        return cluster.kind != BrightCluster::Kind::Sun && cluster.texels.front() == plateaus[channel].first;
    };
    if (channel == 3 || std::any_of(clusters.begin(), clusters.end(), isFirefly))
        return;
    const Plateau& most = plateaus[channel];
    const Effect share = effectOf(map.light(), most.light);
    const bool isMuch = std::max(share.average, share.irradiance) >= kErrorEffect;
    PnFinding& finding = findings.add(PN_FINDING_CLIPPED, isMuch ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE);
    setPlace(finding, map, most.first);
    finding.count = most.texels;
    finding.value = map.largest()[channel];
    finding.limit = float(kPlateauTexels);
    setText(finding, joined(countedTexels(most.texels), " at the largest value, ", numberText(double(finding.value)),
                            ", with ", numberText(100 * most.light.flux() / map.light().flux()),
                            " % of the light: what was brighter is missing"));
}

void findEightBits(const InspectedMap& map, Findings& findings)
{
    if (map.format() == PN_FORMAT_RGBA8 || map.format() == PN_FORMAT_RGBA8_SRGB)
        return;
    std::array<std::unordered_set<float>, 3> seen;
    for (std::uint32_t i = 0; i < map.texelCount(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            if (seen[c].insert(map.rgb(i)[c]).second && seen[c].size() > kMostByteValues)
                return;
    const auto most =
        std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (most->size() < kLeastByteValues || most->size() * 4 > map.texelCount())
        return;
    PnFinding& finding = findings.add(PN_FINDING_EIGHT_BIT, PN_SEVERITY_WARNING);
    finding.count = std::uint32_t(most->size());
    finding.value = float(most->size());
    finding.limit = float(kMostByteValues);
    setText(finding, joined("no channel has more than ", most->size(),
                            " values: texels of 8 bits in floats, which hold "
                            "no light above white"));
    addTransfer({most->begin(), most->end()}, findings);
}

void findDarkness(const InspectedMap& map, Findings& findings)
{
    const double black = kBlack * map.mean();
    double dark = 0, all = 0, above = 0;
    std::array<float, 2> range{INFINITY, 0};
    bool isBelow = false;
    for (std::uint32_t i = 0; i < map.texelCount(); ++i)
    {
        const double solidAngle = map.solidAngle(i);
        isBelow = i % map.shape().width == 0 ? map.isBelow(i) : isBelow;
        all += solidAngle;
        dark += double(map.luminance(i)) <= black ? solidAngle : 0;
        if (isBelow)
            range = {std::min(range[0], map.luminance(i)), std::max(range[1], map.luminance(i))};
        else
            above += map.flux(i);
    }
    const double share = dark / all, below = double(range[1]);
    if (above > 0 && double(range[1] - range[0]) <= kConstant * below)
    {
        // A ground of albedo .2 under the upper half returns a fifth of the light that it gets.
        const bool isBlack = below <= black;
        PnFinding& finding = findings.add(PN_FINDING_LOWER_HALF, isBlack ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE);
        finding.value = range[1];
        setText(finding, isBlack
                             ? std::string("everything below the horizon is black: a ground would light surfaces")
                             : joined("everything below the horizon has one colour, of luminance ", numberText(below)));
    }
    else if (share >= kEnclosed && share < 1)
    {
        PnFinding& finding = findings.add(PN_FINDING_ENCLOSED, PN_SEVERITY_WARNING);
        finding.value = float(share);
        finding.limit = float(kEnclosed);
        setText(finding, joined(numberText(100 * share), " % is black, as seen from inside a wall"));
    }
}

} // namespace pn::inspect
