#include "core/check/check_environment.h"

#include "core/check/find.h"
#include "core/check/thresholds.h"
#include "core/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace pn::check {
namespace {

struct Kind
{
    const char* name = nullptr;
    double limit = 0;        // of its value
    std::uint32_t fixes = 0; // PN_FIX_*
};

constexpr std::array<Kind, PN_FINDING_COUNT> kKinds = {{{},
                                                        {"non-finite", 1, PN_FIX_NON_FINITE},
                                                        {"negative", kErrorEffect, PN_FIX_NEGATIVE},
                                                        {"firefly", kFireflyContrast, PN_FIX_FIREFLIES},
                                                        {"sun-or-firefly", kFireflyContrast, PN_FIX_SUN_OR_FIREFLIES},
                                                        {"clipped", kPlateauTexels},
                                                        {"eight-bit", kMostByteValues},
                                                        {"transfer", kLeastByteValues},
                                                        {"black"},
                                                        {"constant"},
                                                        {"face-order", kOrderGain, PN_FIX_FACES},
                                                        {"face-gain", kGain, PN_FIX_GAINS},
                                                        {"seam", kSeam},
                                                        {"lower-half"},
                                                        {"enclosed", kEnclosed},
                                                        {"box-filtered-mips", kMipFits},
                                                        {"roughness-mapping", kMipFits},
                                                        {"foreign-mip", kMipFits},
                                                        {"coarse-sun", kMostFireflyTexels}}};

// The texels of an environment while it is fixed.
class Fixing
{
public:
    explicit Fixing(const ProbeView& view) : m_map(view)
    {
        m_fixed.texels.assign(m_map.rgb(0), m_map.rgb(m_map.texelCount));
        m_fixed.info.average = float(m_map.mean());
    }

    // From the rim of such texels inwards, so that each has neighbours that are known.
    void fixNonFinite()
    {
        Texels open = m_map.nonFinite;
        const auto isFilled = [&](std::uint32_t index) {
            Texels known;
            for (const std::uint32_t other : m_map.grid.neighbours(index))
                if (!std::binary_search(open.begin(), open.end(), other))
                    known.push_back(other);
            if (!known.empty())
                fill(index, known, PN_FIX_NON_FINITE);
            return !known.empty();
        };
        for (Texels left; left.size() != open.size(); open.swap(left))
        {
            left.clear();
            std::remove_copy_if(open.begin(), open.end(), std::back_inserter(left), isFilled);
        }
    }

    void fixNegative()
    {
        for (const std::uint32_t index : m_map.negative)
            for (std::size_t c = 0; c < 3; ++c)
                texel(index)[c] = std::max(0.0f, texel(index)[c]);
        count(m_map.negative.size(), PN_FIX_NEGATIVE);
    }

    void fixFireflies(std::uint32_t fixes)
    {
        const std::vector<BrightCluster> clusters = findBrightClusters(m_map);
        for (const auto& [kind, fix] : {std::pair(BrightCluster::Kind::Firefly, PN_FIX_FIREFLIES),
                                        std::pair(BrightCluster::Kind::Unsure, PN_FIX_SUN_OR_FIREFLIES)})
            if ((fixes & fix) != 0)
                for (const BrightCluster& cluster : clustersThatMatter(m_map, clusters, kind))
                    for (const std::uint32_t index : cluster.texels)
                        fill(index, cluster.ring, fix);
    }

    void fixFaces(std::uint32_t fixes)
    {
        Findings unused;
        const FaceVerdict verdict = findFaces(m_map, unused);
        if ((fixes & PN_FIX_FACES) != 0 && verdict.order)
            reorder(*verdict.order);
        if ((fixes & PN_FIX_GAINS) != 0)
            divide(verdict.gains);
    }

    Fixed taken()
    {
        double sum = 0;
        for (std::uint32_t i = 0; i < m_map.texelCount; ++i)
            sum += signedLuminance(texel(i)) * m_map.solidAngle(i);
        m_fixed.info.fixedAverage = float(sum / (4 * kPi));
        return std::move(m_fixed);
    }

private:
    float* texel(std::uint32_t index) { return &m_fixed.texels[4 * std::size_t{index}]; }

    void count(std::size_t texels, std::uint32_t fix)
    {
        m_fixed.info.texels += std::uint32_t(texels);
        m_fixed.info.fixed |= texels != 0 ? fix : 0;
    }

    // By the median of some texels, which is also the median of their logarithms.
    void fill(std::uint32_t index, const Texels& known, std::uint32_t fix)
    {
        std::vector<float> values(known.size());
        for (std::size_t c = 0; c < 3; ++c)
        {
            std::transform(known.begin(), known.end(), values.begin(), [&](std::uint32_t i) { return texel(i)[c]; });
            texel(index)[c] = quantileOf(values);
        }
        count(1, fix);
    }

    void reorder(const FaceOrder& order)
    {
        const std::vector<float> given = m_fixed.texels;
        const std::uint32_t size = m_map.grid.shape().width;
        for (std::uint32_t i = 0; i < m_map.texelCount; ++i)
        {
            const auto [face, turn] = order[i / size / size];
            const auto [x, y] = turnedFrom(turn, size, i % size, i / size % size);
            std::copy_n(&given[4 * ((std::size_t{face} * size + y) * size + x)], 3, texel(i));
        }
        for (std::uint32_t place = 0; place < 6; ++place)
            m_fixed.info.faces += order[place] != FacePlace{place, 0};
        m_fixed.info.fixed |= PN_FIX_FACES;
    }

    void divide(const std::array<double, 6>& gains)
    {
        for (std::uint32_t i = 0; i < m_map.texelCount; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                texel(i)[c] /= float(gains[i / m_map.grid.shape().texelsPerFace()]);
        const auto count = std::uint32_t(std::ranges::count_if(gains, [](double gain) { return gain != 1; }));
        m_fixed.info.faces += count;
        m_fixed.info.fixed |= count != 0 ? PN_FIX_GAINS : 0;
    }

    CheckedMap m_map;
    Fixed m_fixed;
};

} // namespace

PnFinding& Findings::add(PnFindingKind kind, PnSeverity severity, std::size_t count, double value,
                         const std::string& text)
{
    PnFinding finding{};
    finding.structSize = sizeof(finding);
    finding.kind = kind;
    finding.severity = severity;
    finding.fixes = kKinds[std::size_t(kind)].fixes;
    finding.count = std::uint32_t(count);
    finding.face = 6;
    finding.x = finding.y = PN_NO_TEXEL;
    finding.value = float(value);
    finding.limit = float(kKinds[std::size_t(kind)].limit);
    std::memcpy(finding.text, text.data(), std::min(text.size(), sizeof(finding.text) - 1));
    m_findings.push_back(finding);
    return m_findings.back();
}

std::vector<PnFinding> Findings::taken()
{
    std::stable_sort(m_findings.begin(), m_findings.end(),
                     [](const PnFinding& a, const PnFinding& b) { return a.severity > b.severity; });
    m_findings.resize(std::min(m_findings.size(), kMost));
    return std::move(m_findings);
}

const char* findingName(PnFindingKind kind)
{
    return kind > 0 && kind < PN_FINDING_COUNT ? kKinds[std::size_t(kind)].name : nullptr;
}

void setPlace(PnFinding& finding, const Shape& shape, std::uint32_t texel)
{
    finding.face = shape.isCubemap() ? texel / shape.width / shape.height : 6;
    finding.x = texel % shape.width;
    finding.y = texel / shape.width % shape.height;
}

std::string countedTexels(std::size_t count)
{
    return joined(count, count == 1 ? " texel" : " texels");
}

std::string numberText(double value)
{
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 3).ptr;
    return {text.data(), end};
}

std::string percentText(double share)
{
    return std::abs(share) < 1e-5 ? "<0.001 %" : joined(share > 0 ? "+" : "", numberText(100 * share), " %");
}

const char* faceName(std::uint32_t face)
{
    constexpr std::array<const char*, 6> kNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    return kNames[face];
}

std::vector<PnFinding> checkEnvironment(std::span<const ProbeView> mips, std::uint32_t threadCount)
{
    const CheckedMap map(mips.front());
    Findings findings;
    findNegative(map, findings);
    findNonFinite(map, findings);
    const std::vector<BrightCluster> clusters = findBrightClusters(map);
    findFireflies(map, clusters, findings);
    findClipping(map, clusters, findings);
    findEightBits(map, findings);
    findDarkness(map, findings);
    if (map.grid.shape().isCubemap() && !findFaces(map, findings).order)
        findMips(mips, map.mean(), threadCount, findings);
    return findings.taken();
}

Fixed fixEnvironment(const ProbeView& view, std::uint32_t fixes)
{
    Fixing fixing(view);
    if ((fixes & PN_FIX_NON_FINITE) != 0)
        fixing.fixNonFinite();
    if ((fixes & PN_FIX_NEGATIVE) != 0)
        fixing.fixNegative();
    if ((fixes & (PN_FIX_FIREFLIES | PN_FIX_SUN_OR_FIREFLIES)) != 0)
        fixing.fixFireflies(fixes);
    if ((fixes & (PN_FIX_FACES | PN_FIX_GAINS)) != 0 && view.shape.isCubemap())
        fixing.fixFaces(fixes);
    return fixing.taken();
}

} // namespace pn::check
