// Every formula against the truth of every view.
#pragma once

#include "formula.h"
#include "measures.h"

#include <string>
#include <vector>

namespace scene {

// Log error of the plain probe from which a view counts as another place than the probe's.
inline constexpr double kForeign = 4.0;

struct Score
{
    std::string formula;
    Measures measures;
    double similarity; // SSIM of the picture with the truth's
};

struct ViewScores
{
    std::string scene;
    std::string sceneTitle;
    bool isFit;
    std::string view;
    std::string title;
    std::vector<Score> scores; // one per formula, in their order
};

struct ScoreSettings
{
    std::uint32_t bands = 3; // of the place's light
    float exposure = 1.0f;   // of all radiance, for formulas that depend on it
    unsigned threadCount = 2;
};

ViewScores scoreView(const View& view, const std::vector<Formula>& formulas, const ScoreSettings& settings);

// Means over a formula's views of each scene, then over scenes: a scene of three views counts as much as one of two.
struct Summary
{
    std::string formula;
    double logError;
    double fitLogError;
    double reportLogError;
    double relativeSquare;
    double similarity;
    double detail;     // mean of |log2|: how far from the truth's, in stops
    double highlights; // mean of the absolute error, in stops
    double worstCell;  // log error of one view at one roughness
    std::string worstCellName;
};

std::vector<Summary> summarize(const std::vector<ViewScores>& views);

} // namespace scene
