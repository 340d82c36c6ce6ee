// Tables of what people see, HDR-FLIP and contrast by octave; and a formula held against today's default.
#pragma once

#include "score.h"

#include <string>
#include <vector>

namespace scene {

// HDR-FLIP, contrast and correlation of each octave, by scene and over the fitted and the reported scenes; contrast by
// roughness; the octaves that are not scored; and the aims, for the candidate.
std::string detailTables(const std::vector<ViewScores>& views, const std::string& candidate);

// What a new default formula is held against (issue "A mirror stays a mirror"), beside kToday, fitted and reported
// scenes apart.
std::string aimsTable(const std::vector<ViewScores>& views, const std::string& candidate);

} // namespace scene
