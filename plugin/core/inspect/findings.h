#pragma once

#include "probenorm/probenorm.h"

#include <string>
#include <vector>

namespace pn::inspect {

// The findings of one environment.
class Findings
{
public:
    static constexpr std::size_t kMost = 64;

    // A finding without a place and without effects.
    PnFinding& add(PnFindingKind kind, PnSeverity severity);

    std::vector<PnFinding> taken(); // the gravest first

private:
    std::vector<PnFinding> m_findings;
};

const char* findingName(PnFindingKind kind); // null for an unknown one

void setText(PnFinding& finding, const std::string& text);
std::string numberText(double value);  // three digits
std::string percentText(double share); // with its sign
const char* faceName(std::uint32_t face);

} // namespace pn::inspect
