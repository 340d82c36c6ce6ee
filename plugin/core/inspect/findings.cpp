#include "core/inspect/findings.h"

#include "core/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace pn::inspect {
namespace {

constexpr std::array<const char*, PN_FINDING_COUNT> kFindingNames = {
    nullptr,    "non-finite", "negative", "firefly",     "sun-or-firefly", "clipped", "eight-bit",
    "transfer", "black",      "constant", "face-order",  "face-gain",      "seam",    "lower-half",
    "enclosed", "plain-mips", "mip-law",  "foreign-mip", "coarse-sun"};

} // namespace

PnFinding& Findings::add(PnFindingKind kind, PnSeverity severity)
{
    PnFinding finding{};
    finding.structSize = sizeof(finding);
    finding.kind = kind;
    finding.severity = severity;
    finding.face = 6;
    finding.x = finding.y = PN_NO_TEXEL;
    m_findings.push_back(finding);
    return m_findings.back();
}

std::vector<PnFinding> Findings::taken()
{
    std::stable_sort(m_findings.begin(), m_findings.end(),
                     [](const PnFinding& a, const PnFinding& b) { return a.severity > b.severity; });
    if (m_findings.size() > kMost)
        m_findings.resize(kMost);
    return std::move(m_findings);
}

const char* findingName(PnFindingKind kind)
{
    return kind > 0 && kind < PN_FINDING_COUNT ? kFindingNames[std::size_t(kind)] : nullptr;
}

void setText(PnFinding& finding, const std::string& text)
{
    const std::size_t size = std::min(text.size(), sizeof(finding.text) - 1);
    std::memcpy(finding.text, text.data(), size);
    finding.text[size] = 0;
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
