#include "core/check/find.h"

#include "core/check/thresholds.h"
#include "core/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pn::check {
namespace {

// Whether texels of other colours than grey are many.
bool hasColours(const CheckedMap& map)
{
    std::uint32_t grey = 0;
    for (std::uint32_t i = 0; i < map.texelCount; ++i)
        grey += map.rgb(i)[0] == map.rgb(i)[1] && map.rgb(i)[1] == map.rgb(i)[2];
    return double(grey) < kGreyTexels * map.texelCount;
}

// The texels that have the largest value of the map in a channel, in order; none where they are too many.
Texels plateauOf(const CheckedMap& map, std::size_t channel)
{
    Texels texels;
    const auto most = std::size_t(kMostPlateau * map.texelCount);
    const std::uint32_t width = map.grid.shape().width;
    for (std::uint32_t row = 0; row < map.rows.size() && texels.size() <= most; ++row)
        for (std::uint32_t i = row * width;
             i < (row + 1) * width && map.rows[row].most[channel] == map.largest[channel]; ++i)
            if (map.rgb(i)[channel] == map.largest[channel] &&
                map.luminance[i] >= kLeastLuminance * map.largest[channel])
                texels.push_back(i);
    return texels.size() > most ? Texels{} : texels;
}

// Whether values end at one limit: two of them side by side, or two channels of a texel where others have colours. A
// lamp of one colour has no limit: its channels are largest in the same texels, and its edge is sharp.
bool isClipped(const CheckedMap& map, const Texels& texels)
{
    const std::array<float, 3>& most = map.largest;
    std::size_t whole = 0, beside = 0;
    std::vector<float> rim;
    for (const std::uint32_t i : texels)
    {
        bool hasNeighbour = false;
        for (const std::uint32_t other : map.grid.neighbours(i))
            if (std::binary_search(texels.begin(), texels.end(), other))
                hasNeighbour = true;
            else
                rim.push_back(map.luminance[other]);
        beside += hasNeighbour;
        whole += std::equal(most.begin(), most.end(), map.rgb(i));
    }
    const bool isWhite = whole != 0 && (most[0] == most[1] || most[1] == most[2] || most[2] == most[0]);
    if (texels.empty() || (whole == texels.size() && !isWhite))
        return false;
    if (beside < kPlateauTexels)
        return isWhite && hasColours(map);
    return whole != texels.size() || whole < kLampTexels ||
           double(quantileOf(std::move(rim))) >= kLampEdge * double(map.brightest);
}

double srgbToLinear(double code)
{
    return code <= 0.04045 ? code / 12.92 : std::exp2(2.4 * std::log2((code + 0.055) / 1.055));
}

// Whether all values lie where the sRGB function, applied so many times, puts the codes k / 255.
bool areCodes(const std::unordered_set<float>& values, int times)
{
    const auto valueOf = [&](double code) {
        for (int i = 0; i < times; ++i)
            code = srgbToLinear(code);
        return code;
    };
    return std::all_of(values.begin(), values.end(), [&](float value) {
        std::uint32_t code = 0;
        while (code < 255 && valueOf((code + 0.5) / 255) < double(value))
            ++code;
        const double at = valueOf(code / 255.0), step = valueOf((code + 0.5) / 255) - at;
        return std::abs(double(value) - at) <= std::max(kGridError * step, kHalfError * at);
    });
}

} // namespace

void findClipping(const CheckedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings)
{
    Texels texels;
    float limit = 0;
    for (std::size_t channel = 0; channel < 3; ++channel)
        if (Texels found = plateauOf(map, channel); found.size() > texels.size() && isClipped(map, found))
        {
            texels = std::move(found);
            limit = map.largest[channel];
        }
    if (texels.empty() || std::any_of(clusters.begin(), clusters.end(), [&](const BrightCluster& cluster) {
            return cluster.kind != BrightCluster::Kind::Sun && cluster.texels.front() == texels.front();
        }))
        return;
    LightShare light;
    for (const std::uint32_t i : texels)
        light.add(map.grid.direction(i), map.flux(i));
    const Effect share = effectOf(map.light, light);
    const bool isMuch = std::max(share.average, share.irradiance) >= kErrorEffect;
    setPlace(findings.add(PN_FINDING_CLIPPED, isMuch ? PN_SEVERITY_WARNING : PN_SEVERITY_NOTE, texels.size(),
                          double(limit),
                          joined(countedTexels(texels.size()), " at the largest value, ", numberText(double(limit)),
                                 ", with ", numberText(100 * light.flux / map.light.flux),
                                 " % of the light: what was brighter is missing")),
             map.grid.shape(), texels.front());
}

void findEightBits(const CheckedMap& map, Findings& findings)
{
    if (map.format == PN_FORMAT_RGBA8 || map.format == PN_FORMAT_RGBA8_SRGB)
        return;
    std::array<std::unordered_set<float>, 3> seen;
    for (std::uint32_t i = 0; i < map.texelCount; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            if (seen[c].insert(map.rgb(i)[c]).second && seen[c].size() > kMostByteValues)
                return;
    const auto most =
        std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::size_t count = most->size();
    if (count < kLeastByteValues || count * 4 > map.texelCount)
        return;
    findings.add(PN_FINDING_EIGHT_BIT, PN_SEVERITY_WARNING, count, double(count),
                 joined("no channel has more than ", count,
                        " values: texels of 8 bits in floats, which hold no light above white"));
    if (areCodes(*most, 1))
        return;
    if (areCodes(*most, 0))
        findings.add(PN_FINDING_TRANSFER, PN_SEVERITY_WARNING, 0, double(count),
                     "all values are k / 255, as codes of sRGB that were never made linear");
    else if (areCodes(*most, 2))
        findings.add(PN_FINDING_TRANSFER, PN_SEVERITY_WARNING, 0, double(count),
                     "all values are codes of 8 bits that the sRGB function was applied to twice");
}

} // namespace pn::check
