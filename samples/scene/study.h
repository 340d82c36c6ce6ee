// The study: all scenes rendered, all formulas scored, tables and a chart written.
#pragma once

#include "render.h"
#include "score.h"

#include <filesystem>
#include <string>
#include <vector>

namespace scene {

// Renders scene files into a folder of views.
void renderScenes(const std::vector<std::filesystem::path>& files, const RenderSettings& settings,
                  const std::filesystem::path& folder, const Progress& progress);

// Scores the views of a folder, one at a time in memory.
std::vector<ViewScores> scoreFolder(const std::filesystem::path& folder, unsigned threadCount,
                                    const Progress& progress);

// Plain, by each of the named formulas, and the truth, beside each other: a PNG per view.
void writePictures(const std::filesystem::path& folder, const std::vector<std::string>& formulas,
                   const std::filesystem::path& output, unsigned threadCount, const Progress& progress);

// What the study is there to show, and does not: one line each. Empty: all holds.
std::vector<std::string> findFailures(const std::vector<ViewScores>& views);

} // namespace scene
