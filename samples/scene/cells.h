// Cells, one roughness of one view each, in which our formula falls behind.
#pragma once

#include "score.h"

#include <string>
#include <vector>

namespace scene {

// The share of cells whose log error is above 1.15 of the best preset's in the same cell; the most that our formula has
// of the plain probe's in the probe's own room; and a row for each cell that is behind.
std::string cellTable(const std::vector<ViewScores>& views);

} // namespace scene
