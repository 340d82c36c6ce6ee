// Rows of the study beside the presets and forms of formula.cpp.
#pragma once

#include "formula.h"

namespace scene {

// Forms of probenorm that bake nothing: the probe's own light is its last mip.
void addLastMips(std::vector<Formula>& formulas);

// Formulas that the library has not: those of Unity's Built-in community, of a game, and version 3 of probenorm.
void addOthers(std::vector<Formula>& formulas);

// What the preset probenorm makes of a surface. probe: the luminance of the probe's own light along the lookup. Of the
// local light as coefficients, or as irradiance over pi along the reflection, or along the normal.
vec3 reflectionOfLastMip(const FormulaInput& in, float probe, const PnSh& place);
vec3 reflectionOfLastMip(const FormulaInput& in, float probe, vec3 place);

} // namespace scene
