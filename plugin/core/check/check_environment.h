#pragma once

#include "core/backend.h"

#include <span>
#include <vector>

// Looks for what is wrong with an environment (docs/check.md). On the processor alone: all decisions are of sums in
// double in one order.
namespace pn::check {

// mips: a cubemap's, the largest first, or one equirectangular map. The gravest finding comes first.
std::vector<PnFinding> checkEnvironment(std::span<const ProbeView> mips, std::uint32_t threadCount);

const char* findingName(PnFindingKind kind); // null for an unknown one

struct Fixed
{
    std::vector<float> texels; // r g b 1 each
    PnFixInfo info{};
};

Fixed fixEnvironment(const ProbeView& view, std::uint32_t fixes);

} // namespace pn::check
