// The study: all scenes rendered, all formulas scored.
#pragma once

#include "render.h"
#include "score.h"

#include <filesystem>
#include <string>
#include <vector>

namespace scene {

// Renders scene files and scores every formula in each of their views. The folder receives a PNG per view: by each of
// kPictured, and path traced, side by side.
std::vector<ViewScores> runStudy(const std::vector<std::filesystem::path>& files, const RenderSettings& settings,
                                 const std::filesystem::path& folder, const Progress& progress);

// What the study is there to show, and does not: one line each. Empty: all holds.
std::vector<std::string> findFailures(const std::vector<ViewScores>& views);

} // namespace scene
