#pragma once

#include "core/shape.h"

#include "probenorm/probenorm.h"

#include <string>
#include <vector>

namespace pn::inspect {

// The findings of one environment.
class Findings
{
public:
    static constexpr std::size_t kMost = 64;

    // Without a place and without effects. Its kind has a limit and names what mends it.
    PnFinding& add(PnFindingKind kind, PnSeverity severity, std::size_t count, double value, const std::string& text);

    std::vector<PnFinding> taken(); // the gravest first

private:
    std::vector<PnFinding> m_findings;
};

const char* findingName(PnFindingKind kind); // null for an unknown one

void setPlace(PnFinding& finding, const Shape& shape, std::uint32_t texel);
std::string countedTexels(std::size_t count);
std::string numberText(double value);  // three digits
std::string percentText(double share); // with its sign
const char* faceName(std::uint32_t face);

} // namespace pn::inspect
