// Findings of the library about inputs, and what is said of them.
#pragma once

#include "run/change.h"
#include "support/json.h"

#include "probenorm/probenorm.h"

#include <glm/vec3.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pn::cli {

// mips: of a cubemap; the environment's texels need not be there then.
std::vector<PnFinding> check(const image::Environment& environment, std::span<const image::Image> mips,
                             std::uint32_t threads);

// Texels that are 10 % of the light or more and may be fireflies; brightest: the largest value of all. Looks closer
// only where that can be so much.
std::vector<std::string> fireflyWarnings(const image::Environment& environment, float brightest);

// Fixes the texels of an environment, which become RGBA32F where that changes any. Returns what history says of it;
// "left": what was to be fixed and was not.
Json fix(image::Environment& environment, std::uint32_t fixes, std::uint32_t threads);
std::string fixedText(const Json& step);

// Adds a frame to the picture for each warning or error that has a place.
void addMarks(std::span<const PnFinding> findings, const image::Environment& environment,
              std::vector<glm::vec3>& marks);

const char* severityName(PnSeverity severity);

// The words of --fix; where one has no meaning, refuse(), which does not return, gets what they must be.
std::uint32_t findFixes(const std::string& words, const std::function<void(const std::string&)>& refuse);
std::string fixesText(std::uint32_t fixes); // the words, with commas

// "firefly: 1 texel ..., face +X, x 3, y 4; --fix fireflies"
std::string whatIsFound(const PnFinding& finding, const image::Environment& environment);
std::string findingText(const PnFinding& finding, const image::Environment& environment); // a line
Json findingJson(const PnFinding& finding);

} // namespace pn::cli
