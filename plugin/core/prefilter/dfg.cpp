#include "core/prefilter/dfg.h"

#include <algorithm>

namespace pn {

void makeDfgTable(PnDfg, std::uint32_t, std::span<float> rgb)
{
    std::fill(rgb.begin(), rgb.end(), 0.0f);
}

} // namespace pn
