// Scores as Markdown tables, as JSON, and as a chart that is read at a glance.
#pragma once

#include "score.h"

#include <string>
#include <vector>

namespace scene {

// One row per formula: means over scenes of every measure, fitted and reported half apart, and the worst cell.
std::string summaryTable(const std::vector<ViewScores>& views);

// One row per formula, one column per view: log error.
std::string viewTable(const std::vector<ViewScores>& views);

// One row per formula, one column per roughness: means of log error over all views that have it.
std::string roughnessTable(const std::vector<ViewScores>& views);

// Detail and highlights of each view.
std::string detailTable(const std::vector<ViewScores>& views);

// Glare: the mean of log2 of result over truth on mirrors, in the views of other places than the probe's (kForeign).
std::string mirrorTable(const std::vector<ViewScores>& views);

std::string scoresJson(const std::vector<ViewScores>& views);

// SVG: formulas from the best down, views across, coloured by log error.
std::string chart(const std::vector<ViewScores>& views);

// The share of cells whose log error is above 1.15 of the best preset's in the same cell; the most that our formula has
// of the plain probe's in the probe's own room; and a row for each cell that is behind.
std::string cellTable(const std::vector<ViewScores>& views);

} // namespace scene
