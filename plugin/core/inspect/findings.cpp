#include "core/inspect/findings.h"

#include "core/error.h"
#include "core/inspect/thresholds.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace pn::inspect {
namespace {

struct Kind
{
    const char* name = nullptr;
    double limit = 0;        // of its value
    std::uint32_t mends = 0; // PN_MEND_*
};

constexpr std::array<Kind, PN_FINDING_COUNT> kKinds = {{{},
                                                        {"non-finite", 1, PN_MEND_NON_FINITE},
                                                        {"negative", kErrorEffect, PN_MEND_NEGATIVE},
                                                        {"firefly", kFireflyContrast, PN_MEND_FIREFLIES},
                                                        {"sun-or-firefly", kFireflyContrast, PN_MEND_SUN_OR_FIREFLIES},
                                                        {"clipped", kPlateauTexels},
                                                        {"eight-bit", kMostByteValues},
                                                        {"transfer", kLeastByteValues},
                                                        {"black"},
                                                        {"constant"},
                                                        {"face-order", kOrderGain, PN_MEND_FACES},
                                                        {"face-gain", kGain, PN_MEND_GAINS},
                                                        {"seam", kSeam},
                                                        {"lower-half"},
                                                        {"enclosed", kEnclosed},
                                                        {"plain-mips", kMipFits},
                                                        {"mip-law", kMipFits},
                                                        {"foreign-mip", kMipFits},
                                                        {"coarse-sun", kMostFireflyTexels}}};

} // namespace

PnFinding& Findings::add(PnFindingKind kind, PnSeverity severity, std::size_t count, double value,
                         const std::string& text)
{
    PnFinding finding{};
    finding.structSize = sizeof(finding);
    finding.kind = kind;
    finding.severity = severity;
    finding.mends = kKinds[std::size_t(kind)].mends;
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
    return joined(share > 0 ? "+" : "", numberText(100 * share), " %");
}

const char* faceName(std::uint32_t face)
{
    constexpr std::array<const char*, 6> kNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    return kNames[face];
}

} // namespace pn::inspect
