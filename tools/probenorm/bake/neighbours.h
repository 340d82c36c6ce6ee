#pragma once

#include "bake/folder.h"
#include "bake/manifest.h"
#include "support/json.h"

#include <cstdint>
#include <vector>

namespace pn::cli {

// The findings of each probe that is checked and has a position, by the light of the probes around it: that of their
// records, which several threads read. null for other probes.
std::vector<Json> compareNeighbours(const BakeFolder& folder, const std::vector<const Probe*>& probes,
                                    std::uint32_t threads);

} // namespace pn::cli
