// Scores as Markdown tables.
#pragma once

#include "score.h"

#include <cstdio>
#include <string>
#include <vector>

namespace scene {

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments)
{
    char buffer[400];
    std::snprintf(buffer, sizeof(buffer), pattern, arguments...);
    return buffer;
}

std::string number(double value);                                                    // three digits
std::string head(const std::string& first, const std::vector<std::string>& columns); // a table's first two lines

// One row per formula: means over scenes of every measure, fitted and reported scenes apart.
std::string summaryTable(const std::vector<ViewScores>& views);

// All tables: that one; log error by view and by roughness; and the cells that are behind: the share of them whose log
// error is above 1.15 of the best preset's in the same cell, the most that our formula has of the plain probe's in the
// probe's own room, and a row for each.
std::string allTables(const std::vector<ViewScores>& views);

// One line per view and formula, for scripts.
std::string scoresAsCsv(const std::vector<ViewScores>& views);

} // namespace scene
