#pragma once

#include "bake/folder.h"
#include "bake/manifest.h"
#include "support/json.h"

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

// What compareNeighbours() can find.
inline constexpr std::array<const char*, 3> kNeighbourFindings = {"exposure", "colour-cast", "cube-rotation"};

// The turn or mirror image of the whole cube by which light fits that of the last capture far better than as it is: how
// well it does, and degrees for "rotate". Empty where there is none, or where the light is too even or symmetric to
// say.
std::string cubeRotation(const PnSh& light, const PnSh& last);

// The findings of each probe that is checked and has a position, by the light of the probes around it: that of their
// records, which several threads read. null for other probes. Throws Failure{FileIo} if a record is gone.
std::vector<Json> compareNeighbours(const BakeFolder& folder, const std::vector<const Probe*>& probes,
                                    std::uint32_t threads);

} // namespace pn::cli
