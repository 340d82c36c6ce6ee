#pragma once

#include "core/inspect/findings.h"
#include "core/inspect/fireflies.h"

namespace pn::inspect {

// Findings on texels and their values, whatever the shape of the map.
void findBadTexels(const InspectedMap& map, Findings& findings);
void findFireflies(const InspectedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings);
void findClipping(const InspectedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings);
void findEightBits(const InspectedMap& map, Findings& findings);
void findDarkness(const InspectedMap& map, Findings& findings); // below the horizon, or nearly everywhere

} // namespace pn::inspect
