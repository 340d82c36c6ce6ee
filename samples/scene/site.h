// Which reflection probe a point uses, and where it is looked up.
#pragma once

#include "scene.h"

#include <vector>

namespace scene {

// How much each probe has to give at the position; the sum is 1. A probe's weight grows over its blend distance from
// the faces of its box. Outside of all boxes the nearest one has it all.
std::vector<float> siteWeights(const std::vector<ProbeSite>& sites, vec3 position);

// The direction to look up: the reflection itself without parallax correction and outside of the box.
vec3 siteLookup(const ProbeSite& site, vec3 position, vec3 reflection);

} // namespace scene
