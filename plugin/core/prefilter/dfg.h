#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <span>

namespace pn {

// Fills a DFG table, as pnMakeDfgTable describes it; rgb has 3 size^2 elements.
void makeDfgTable(PnDfg kind, std::uint32_t size, std::span<float> rgb);

} // namespace pn
